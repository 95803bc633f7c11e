//! The arguments of `mcp` and its help.

use marlin_support::options::EngineOptions;

pub(super) const MCP_HELP: &str = "\
An assistant starts this program and calls its tools, all of which only read:
  analyze       the exact score of each column, the best columns, best play by both sides
  best_move     the best move, or that of a player of level 1 to 10
  explain       why a position is won, lost or drawn, in proven statements
  review        the blunders of a game, only moves, accuracy, the turning point
  draw          the board as text and as SVG
  reach         whether a board can arise in a game, and moves that lead to it

Claude Desktop and other clients take this in their configuration (claude_desktop_config.json), with
the full path of the program:
  {\"mcpServers\": {\"marlin\": {\"command\": \"marlin-cli\", \"args\": [\"mcp\"]}}}
In Claude Code: claude mcp add marlin -- marlin-cli mcp

A position is in any notation that 'marlin-cli help solve' lists; --board is the board where a call
names none. The result of a tool is text and a record, which its output schema describes. A call
takes 5 seconds at most, a review 20, or the time that it names, up to 10 minutes; a score that is
not proven then is null. One call is carried out at a time, and 64 more wait. A cancelled call is
stopped and has no reply.

The protocol is JSON-RPC 2.0, a message a line, of 256 KiB at most. The versions are 2026-07-28,
2025-11-25, 2025-06-18, 2025-03-26 without batches, and 2024-11-05. At the end of the input the
searches are stopped, and the exit code is 0.

Examples:
  marlin-cli mcp
  marlin-cli mcp --hash 256 --threads 2
  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}' | marlin-cli mcp";

// Arguments of `mcp`. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct McpArgs {
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}
