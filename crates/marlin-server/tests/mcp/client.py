"""Calls every tool of `marlin-server mcp` and of a server with the official client, in every kind of the protocol.

    client.py PROGRAM

The client checks each result against the schema of its tool; so does this script, with jsonschema.
"""

import asyncio
import atexit
import subprocess
import sys
import time

import jsonschema
from mcp import Client, MCPError, StdioServerParameters

# A search of this board takes hours.
HARD = {"position": "", "board": "10x6", "time": 600_000}

CALLS = [
    ("analyze", {"position": "4433"}, lambda r: r["scores"] == [-3, 18, 2, 2, 18, -3, -4] and r["best_columns"] == [2, 5]),
    ("analyze", {"position": "4433", "line": 8}, lambda r: r["line"][0] == 5 and len(r["line"]) == 3),
    ("analyze", {"position": ""}, lambda r: r["score"] == 1 and r["best"] == 4),
    ("analyze", {"position": "1212121"}, lambda r: r["best"] is None and len(r["winning_cells"]) == 4),
    ("analyze", {"position": "", "board": "10x6", "time": 200}, lambda r: not r["proven"] and r["bounds"] is not None),
    ("analyze", {"position": "", "board": "10x6", "nodes": 1000}, lambda r: not r["proven"] and r["score"] is None),
    ("analyze", {"position": "..../..../..O./.XX."}, lambda r: r["board"] == "4x4" and r["score"] is not None),
    ("best_move", {"position": "4433"}, lambda r: r["play"] == 5 and r["best_proven"]),
    ("best_move", {"position": "4433", "level": 3, "seed": 7}, lambda r: r["level"] == 3 and r["play"] in range(1, 8)),
    ("best_move", {"position": "", "board": "10x6", "time": 200}, lambda r: not r["best_proven"] and r["score"] is None),
    ("best_move", {"position": "1212121"}, lambda r: r["play"] is None),
    ("explain", {"position": "4433"}, lambda r: r["winner"] == "X" and r["steps"][0]["kind"] == "double_threat"),
    ("explain", {"position": "6753313356447316657265273262"}, lambda r: r["score_layer"] is not None),
    ("explain", {"position": "", "board": "10x6", "time": 200}, lambda r: r["winner"] is None),
    ("review", {"position": "3141516", "board": "6x5"}, lambda r: r["turning_point"] == 2 and r["result"] == "X"),
    ("review", {"position": "1,2,3,4", "board": "10x6", "time": 200}, lambda r: r["moves"][0]["verdict"] is None),
    ("draw", {"position": "4433", "scores": True, "threats": True, "svg": True}, lambda r: r["known"]["score"] == 18),
    ("draw", {"position": "4433"}, lambda r: r["rows"] == "......./......./......./......./..OO.../..XX..."),
    ("reach", {"position": "......./......./......./......./..OO.../..XX..."}, lambda r: r["possible"]),
    ("reach", {"position": "..../..../..X./.OO."}, lambda r: not r["possible"] and r["reason"]),
]

MISTAKES = [
    ("analyze", {"position": "44x"}, "invalid position"),
    ("analyze", {"position": 4433}, "a string, in quotes, is expected"),
    ("analyze", {"moves": "4433"}, "there are position, board"),
    ("analyze", {"position": "", "board": "90x90"}, "invalid board"),
    ("analyze", {"position": "44", "time": 0}, "1 or more"),
    ("review", {}, "position is missing"),
    ("review", {"position": "..../..../..O./.XX."}, "needs the moves"),
]


async def call_every_tool(client: Client) -> None:
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert list(tools) == ["analyze", "best_move", "explain", "review", "draw", "reach"], list(tools)
    for tool in tools.values():
        assert tool.title and tool.description and tool.annotations.read_only_hint, tool.name
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        jsonschema.Draft202012Validator.check_schema(tool.output_schema)
    for name, arguments, is_right in CALLS:
        jsonschema.validate(arguments, tools[name].input_schema)
        result = await client.call_tool(name, arguments)
        assert not result.is_error and result.content[0].text, (name, arguments, result)
        jsonschema.validate(result.structured_content, tools[name].output_schema)
        assert is_right(result.structured_content), (name, arguments, result.structured_content)
        has_picture = [content.resource.text[:4] for content in result.content[1:]] == ["<svg"]
        assert has_picture == bool(arguments.get("svg")), (name, arguments)
    for name, arguments, text in MISTAKES:
        result = await client.call_tool(name, arguments)
        assert result.is_error and text in result.content[0].text, (name, arguments, result)
    try:
        await client.call_tool("solve", {})
    except MCPError as error:
        assert error.code == -32602 and "analyze" in error.message, error
    else:
        raise AssertionError("an unknown tool is refused")


async def cancel(client: Client) -> float:
    """Cancels a call, and returns the milliseconds until the next one has its reply."""
    call = asyncio.create_task(client.call_tool("analyze", HARD))
    await asyncio.sleep(0.5)
    started = time.perf_counter()
    call.cancel()
    result = await client.call_tool("reach", {"position": "4433"})
    assert result.structured_content["moves"] == "4433"
    return 1000 * (time.perf_counter() - started)


async def report_progress(client: Client) -> None:
    reports = []

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        reports.append((progress, message))

    await client.call_tool("analyze", {"position": "", "board": "10x6", "time": 1800}, progress_callback=on_progress)
    nodes = [progress for progress, _ in reports]
    assert len(nodes) >= 2 and nodes == sorted(set(nodes)) and "bounds" in reports[0][1], reports


async def check(server: StdioServerParameters | str) -> None:
    for mode in ("legacy", "auto", "2026-07-28"):
        async with Client(server, mode=mode) as client:
            await call_every_tool(client)
            await report_progress(client)
            # Over HTTP the older versions have no cancellation. The machine may be busy with other work.
            times = [0.0] if (mode, type(server)) == ("legacy", str) else sorted([await cancel(client) for _ in range(5)])
            assert times[0] < 50, times
            print(f"{mode}: protocol {client.protocol_version}, {len(CALLS) + len(MISTAKES)} calls, "
                  f"cancelled within {times[0]:.1f} to {times[-1]:.1f} ms")


async def main(program: str) -> None:
    await check(StdioServerParameters(command=program, args=["mcp", "--hash", "16", "--threads", "1"]))
    arguments = [program, "--listen", "0", "--hash", "16", "--threads", "1", "--time", "600000", "--log-format", "off"]
    server = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
    atexit.register(server.kill)
    await check(server.stdout.readline().split()[-1] + "/mcp")


asyncio.run(main(sys.argv[1]))
