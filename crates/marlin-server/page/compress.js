// Writes a compressed copy beside each file of a folder, except the incompressible book, and prints their bytes.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";

const folder = process.argv[2] ?? ".";
let bytes = 0;
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith(".book")) continue;
    const file = path.join(entry.parentPath, entry.name);
    const compressed = brotliCompressSync(readFileSync(file));
    writeFileSync(`${file}.br`, compressed);
    bytes += compressed.length;
}
console.log(bytes);
