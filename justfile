# List the recipes
default:
    @just --list

# Run the gate, which every change must pass
[positional-arguments]
ci *steps:
    .ci/run "$@"

# Count the lines of the repository, beside their aims
loc:
    .ci/loc

# Check the scripts and the workflows, by the linters that are installed
scripts:
    .ci/scripts

# Run the blocks of every README and of docs/ as they are printed, `cargo test --workspace` among them
readmes:
    .ci/readmes

# Run all tests, with debug assertions
test:
    cargo test --workspace

# Run the tests of the core and of its book on release code, as the gate does
test-release:
    cargo test --release -p marlin-core
    cargo test --release -p marlin-cli --test books

# Pack the crates, and build each from its package alone
packages:
    .ci/packages

# Write the licences of all crates of the wheel for Python into its NOTICES, by cargo-about; a manifest and a file write others, as in `just notices Cargo.toml OUT --workspace`
notices manifest="crates/marlin-python/Cargo.toml" out="crates/marlin-python/NOTICES" *args:
    cargo about generate --locked -m {{manifest}} {{args}} -c .github/about.toml .github/about.hbs -o {{out}}

# Make the files beside the program in an archive of a release, in target/release-files: licences, completions, manual pages
release-files:
    mkdir -p target/release-files
    just notices Cargo.toml target/release-files/NOTICES --workspace
    cargo run --locked -q -p marlin-cli --example release_files -- target/release-files

# Build the archives of a release for a target of dist-workspace.toml, in target/distrib: `just archives x86_64-unknown-linux-musl`
archives target: release-files
    dist build --artifacts=local --target {{target}}

# Build the package for Debian, by cargo-deb, in target/debian
deb: release-files
    cargo deb -p marlin-cli

# Check every bound, the reduced form and dominance on every position of small boards, the slow ones included, and on 300 positions of every board size
exhaustive:
    MARLIN_EXHAUSTIVE=1 cargo test --release -p marlin-core --lib search -- --nocapture
    MARLIN_EXHAUSTIVE=1 cargo test --release -p marlin-core --test core every_size

# Compare the book with published counts and with the search, its first seven plies whole: twenty minutes
book:
    cargo test --release -p marlin-cli --test books embedded
    cargo run --release -q -p marlin-cli -- book verify --plies 7 --all --hash 4096
    cargo run --release -q -p marlin-cli -- book verify --sample 2000

# Check every statement of `explain` about all positions of the sets, and print the shares of the layers that prove them
explained:
    MARLIN_EXHAUSTIVE=1 cargo test --release -p marlin-coach --test coach explain:: -- --nocapture --test-threads 1

# Check every puzzle by a simple solver that knows only the rules, and all difficulties, in half an hour
puzzles-checked:
    MARLIN_EXHAUSTIVE=1 cargo test --release -p marlin-coach --test coach puzzles::

# Play every game against the weak solution, by the rules of the core, in half a minute
weak-games:
    MARLIN_EXHAUSTIVE=1 cargo test --release -p marlin-coach --test coach weak::every_game

# Run all steps of the gate, whole, and the steps that take too long for every change: `just nightly "the site"` runs one, --list names them
[positional-arguments]
nightly *steps:
    .ci/nightly "$@"

# Compile little after a change and run the tests of a package: `just dev marlin-cli --test cli usage`
dev package *args:
    CARGO_INCREMENTAL=1 cargo test --target-dir target/dev -p {{package}} {{args}}

# Search 12x4, the published board of 64 bits that is not proven yet, for half an hour: the next run continues, and target/boards/hard.toml has the results
boards-hard *args:
    mkdir -p target/boards
    cp -n crates/marlin-bench/boards.toml target/boards/hard.toml
    cargo run --release -q -p marlin-bench -- boards 12x4 --hash 4096 --time 1800000 --checkpoints target/boards/states --table target/boards/hard.toml {{args}} || [ $? -eq 4 ]

# Stop searches at any moment, and check the scores of all sets with many threads at each position
threads:
    MARLIN_EXHAUSTIVE=1 cargo test --release -p marlin-core --test core threads
    for threads in 2 3 8; do cargo run --release -q -p marlin-bench -- --board 7x6 --jobs 1 --threads $threads; done

# Feed every parser with damaged input, for some seconds each
fuzz seconds="60":
    .ci/fuzz {{seconds}}

# Refuse the program threads, disk and memory, and give it paths that are not regular files
attack:
    cargo test -p marlin-cli --test attack -- --nocapture

# Soak test of the server with misbehaving clients, SECONDS on one thread, then on two
soak seconds="600":
    MARLIN_SOAK={{seconds}} cargo test --release -p marlin-server --test serve misbehave -- --nocapture --test-threads 1

# Compare the server's answers to `/solve?pos=` byte for byte with answers of Flask, which pip installs into target/flask
flask:
    python3 -m venv target/flask
    target/flask/bin/pip install --quiet --disable-pip-version-check flask==3.1.3
    cargo build --release -q -p marlin-server
    target/flask/bin/python crates/marlin-server/tests/flask_bytes.py target/release/marlin-server

# Build the page into target/page, a folder for any static host
page:
    crates/marlin-wasm/build
    crates/marlin-server/page/build

# Check the page's scripts, and play it in Chromium; MARLIN_EXHAUSTIVE=1 runs every test whole
page-test: page
    .ci/page

# Build the site of the documentation in target/site, with the page of `just page` as its playground, and check all links
site *args:
    .ci/site {{args}}

# Photograph the page for README.md and docs/page.md, light and dark, with Chromium and cwebp: Debian's packages chromium and webp
pictures:
    #!/usr/bin/env bash
    set -euo pipefail
    cargo build --release -q -p marlin-server
    coproc server { exec "${CARGO_TARGET_DIR:-target}/release/marlin-server" --listen 127.0.0.1:0 --log-format off; }
    trap 'kill "$server_PID"' EXIT
    read -r _ _ url <&"${server[0]}"
    looks=(dark light)
    game=44444136664615566715521177177575332222233
    shot=$(mktemp -d)/shot.png
    while read -r name window query; do
        for scheme in 0 1; do
            "${CHROMIUM:-chromium}" --headless --no-sandbox --hide-scrollbars --force-prefers-reduced-motion \
                --force-device-scale-factor=1.5 --blink-settings=preferredColorScheme=$scheme --window-size="$window" \
                --virtual-time-budget=10000 --screenshot="$shot" "$url/$query" </dev/null 2>/dev/null
            cwebp -quiet -m 6 -sharp_yuv -q 65 "$shot" -o "docs/pictures/$name-${looks[scheme]}.webp"
        done
    done <<END
    page 1180,780 ?pos=$game&ply=17&review
    scores 390,1000 ?pos=$game&ply=17
    review 390,1000 ?pos=$game&review
    puzzle 390,1000 ?puzzle=12
    END
    ls -l docs/pictures

# Measure the page in Chromium: the first score, and positions past the book
page-measure: page
    cd crates/marlin-server/page && npm ci --silent && node tests/measure.js

# Format everything
fmt:
    cargo fmt --all

# Run the lints of the gate
lint:
    cargo clippy --workspace --all-targets -- -D warnings

# Build the documentation of the crates, as the gate does
doc:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

# Replay position sets and check every score: `just bench L2_R1 --jobs 1`
bench *args:
    cargo run --release -q -p marlin-bench -- {{args}}

# Run two builds of marlin-bench in turn: `just ab old/marlin-bench new/marlin-bench --fail-time 5`
ab *args:
    cargo run --release -q -p marlin-bench -- ab {{args}}

# Needs Linux and Python 3 with venv; pip installs BitBully into target/bitbully.
# Time Marlin, connect-four-ai and BitBully, all on one core: `just peers L2_R1=100`; with a solver that was built from its
# sources: `just peers --peer Pons=/path/to/c4solver`
[positional-arguments]
peers *args:
    python3 -m venv target/bitbully
    target/bitbully/bin/pip install --quiet --disable-pip-version-check bitbully==0.0.79
    cargo bench -q -p marlin-lab --features peers --bench peers --no-run
    taskset -c 1 cargo bench -q -p marlin-lab --features peers --bench peers -- --peer "BitBully='{{justfile_directory()}}/target/bitbully/bin/python' '{{justfile_directory()}}/benches/ask_bitbully.py'" "$@"

# Time the small pieces
criterion *args:
    cargo bench -p marlin-lab -- {{args}}

# Check scores and node counts against signature.toml; `just signature --write` records an intended change
signature *args="--check":
    cargo run --release -q -p marlin-bench -- signature {{args}}

# Solve the boards of crates/marlin-bench/boards.toml that have no result, and resume where it was stopped: `just boards-table --time 600000`
boards-table *args:
    cargo run --release -q -p marlin-bench -- boards --all --hash 1024 --table crates/marlin-bench/boards.toml {{args}} || [ $? -eq 4 ]

# The same in N parts at once, with GNU parallel: `just boards-parallel 4 --time 600000`
boards-parallel count *args:
    cargo build --release -q -p marlin-bench
    mkdir -p target/boards
    for part in $(seq {{count}}); do cp -n crates/marlin-bench/boards.toml target/boards/part-$part.toml; done
    parallel target/release/marlin-bench boards --all --hash 1024 --shard {}/{{count}} --table target/boards/part-{}.toml {{args}} ::: $(seq {{count}}) || true
    target/release/marlin-bench boards --merge target/boards/part-*.toml --table crates/marlin-bench/boards.toml

# Make the puzzles of marlin-coach, in some minutes; prints the rank correlation of the difficulties from two seeds
puzzles *args="--seed 1":
    cargo run --release -q -p marlin-lab -- puzzles --out crates/marlin-coach/puzzles.txt --force {{args}}

# Make the weak solution of marlin-coach, in some minutes, and its drawing
weak *args:
    cargo run --release -q -p marlin-lab -- weak --out crates/marlin-coach/weak.txt --force {{args}}
    cargo run --release -q -p marlin-cli -- weak verify --svg docs/weak-solution.svg --force

# Make position sets: `just generate 1 --category L2_R1 --count 100 --out sets`
generate seed *args:
    cargo run --release -q -p marlin-lab -- generate --seed {{seed}} {{args}}

# Learn the order of the moves anew, from samples of searches; `just lab network` learns its network of early plies, from the book
learn *args:
    cargo run --release -q -p marlin-lab -- learn {{args}}

# Run a maker of data: `just lab --help` lists them
lab *args:
    cargo run --release -q -p marlin-lab -- {{args}}

# Measure the tables of docs/results.md, except the table of `just larger`, and write them there: twenty minutes on a machine that does nothing else
results:
    cargo build --release
    just _result results sets cargo run --release -q -p marlin-bench -- --board 7x6 --jobs 1 --format markdown
    just _result results boards cargo run --release -q -p marlin-bench -- boards 4x4 5x4 4x5 6x4 4x6 5x5 7x4 4x7 6x5 5x6 8x4 4x8 7x5 5x7 9x4 6x6 4x9 8x5 5x8 4x10 7x6 6x7 4x11 5x9 6x8 4x12 7x7 5x10 --format markdown
    just _result results peers just peers
    just chart
    just _result results answers cargo bench -q -p marlin-lab --bench answers
    just levels

# Draw the table of `peers` in docs/results.md as docs/peers.svg; the gate compares them
chart:
    #!/usr/bin/env python3
    import math
    text = open("docs/results.md").read().split("<!-- peers -->")[1].split("<!-- /peers -->")[0]
    head, _, *rows = [[cell.strip("` ") for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("|")]
    shown = [column for column, name in enumerate(head) if name not in ("set", "positions", "rounds", "ratio")]
    # Microseconds on a logarithmic scale: a mark for each solver, told apart by its form too.
    x = lambda us: 96 + 86 * math.log10(us)
    forms = ['<circle r="7" {}/>', '<path d="M-7 -7h14v14h-14z" {}/>', '<path d="M0 -9l9 16h-18z" {}/>', '<path d="M0 -9l9 9l-9 9l-9 -9z" {}/>']
    mark = lambda solver, at, y: f'<g transform="translate({at:.1f} {y})">{forms[solver].format(f"""class="mark s{solver}" """)}</g>'
    bottom = 76 + 38 * len(rows)
    told = [f"{row[0]}: " + ", ".join(f"{head[column]} {row[column]}" for column in shown) + "." for row in rows]
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 {bottom + 44}" width="560" height="{bottom + 44}" role="img" font-family="system-ui,sans-serif">']
    out += ["<title>Mean time of a position, on a logarithmic scale: the further left, the faster</title>", f"<desc>{' '.join(told)}</desc>"]
    out += ["<style>.page{fill:#fffef9;stroke:#d9d5c7}text{fill:#1b2130;font-size:14px}.dim{fill:#5b6070}path.grid{stroke:#d9d5c7}path.span{stroke:#a9a697;stroke-width:3}.s0{fill:#1d4f9f}.s1{fill:#c2303a}.s2{fill:#8a6200}.s3{fill:#5b6070}.mark{stroke:#fffef9;stroke-width:1.5}"]
    out += ["@media(prefers-color-scheme:dark){.page{fill:#11151d;stroke:#39404f}text{fill:#e8eaf0}.dim{fill:#a9b0bf}path.grid{stroke:#39404f}path.span{stroke:#5b6478}.s0{fill:#7fb0ff}.s1{fill:#ff8a8f}.s2{fill:#ffcb45}.s3{fill:#a9b0bf}.mark{stroke:#11151d}}</style>"]
    out += [f'<rect class="page" x=".5" y=".5" width="559" height="{bottom + 43}" rx="14"/>']
    out += ['<text class="dim" x="24" y="35">mean time</text>']
    for place, column in enumerate(shown):
        out += [mark(place, 120 + 140 * place, 30) + f'<text x="{134 + 140 * place}" y="35">{head[column]}</text>']
    for power, name in enumerate(("1 us", "10 us", "100 us", "1 ms", "10 ms", "100 ms")):
        at = x(10**power)
        out += [f'<path class="grid" d="M{at:.1f} 56V{bottom}"/><text class="dim" x="{at:.1f}" y="{bottom + 24}" text-anchor="middle">{name}</text>']
    for y, row in zip(range(84, bottom, 38), rows):
        times = [float(row[column].removesuffix(" us")) for column in shown]
        out += [f'<text x="24" y="{y + 5}">{row[0]}</text><path class="span" d="M{x(min(times)):.1f} {y}H{x(max(times)):.1f}"/>']
        # Marks of equal times do not cover each other.
        out += [mark(place, x(us), y + (0, -6, 6, 0)[place]) for place, us in enumerate(times)]
    open("docs/peers.svg", "w").write("\n".join([*out, "</svg>\n"]))

# Measure how many random positions of larger boards are solved within seconds, and write the table into docs/results.md: half an hour
larger:
    just _result results larger cargo bench -q -p marlin-lab --bench larger

# Let the levels of play play each other, and write the table into docs/results.md
levels *args:
    just _result results levels cargo run --release -q -p marlin-lab -- levels {{args}}

_result document section *command:
    mkdir -p target
    {{command}} > target/table.md
    grep -qx '<!-- /{{section}} -->' docs/{{document}}.md
    awk -v name={{section}} '$0 == "<!-- /" name " -->" { skip = 0; print "" } !skip; $0 == "<!-- " name " -->" { print ""; while ((getline line < "target/table.md") > 0) print line; skip = 1 }' docs/{{document}}.md > target/document.md
    mv target/document.md docs/{{document}}.md

# On Linux with glibc the linker needs the static C library: Debian's libc6-dev has it, on Fedora it is glibc-static.
# A target must be named, because macros are shared libraries, which this flag could not build.
# Build a program that needs no shared libraries and starts faster: `just static marlin-server`
static program="marlin-cli":
    RUSTFLAGS="-C target-feature=+crt-static" cargo build --release --locked -p {{program}} --target "$(rustc --print host-tuple)"
    @ls -l "target/$(rustc --print host-tuple)/release/{{program}}"

# Build the image of the server, only a static marlin-server and its licences: `just image podman` uses another program than docker
image program="docker": (static "marlin-server") release-files
    mkdir -p target/image/amd64 target/image/arm64
    cp "target/$(rustc --print host-tuple)/release/marlin-server" LICENSE-* target/release-files/NOTICES target/image/{{ if arch() == "aarch64" { "arm64" } else { "amd64" } }}
    {{program}} build -f crates/marlin-server/deploy/Dockerfile -t marlin-server target/image

# Build the module for pages with its JavaScript, as a package for npm in target/npm; `.ci/wasm` tests it
wasm:
    crates/marlin-wasm/build

# Build the package for Python, its sdist and its wheel in target/python/dist, and test it
python:
    .ci/python

# Time the package for Python and BitBully
python-speed:
    python3 -m venv target/bitbully
    target/bitbully/bin/pip install --quiet --disable-pip-version-check bitbully==0.0.79 ./crates/marlin-python
    target/bitbully/bin/python crates/marlin-python/benches/speed.py

# Print the score of a position: `just solve 4433`
solve moves="":
    @printf '%s\n' '{{moves}}' | cargo run --release -q -p marlin-cli -- solve -

# Print the scores of all columns of a position: `just analyze 4433`
analyze moves="":
    @printf '%s\n' '{{moves}}' | cargo run --release -q -p marlin-cli -- analyze -
