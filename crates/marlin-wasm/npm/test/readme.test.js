// The output of the README of the package, and books from files.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Engine, built } from './support.js';

test('the programs of the README print what their comments say', (t) => {
    const readme = readFileSync(join(built, 'README.md'), 'utf8');
    const folder = mkdtempSync(join(tmpdir(), 'marlin-'));
    t.after(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(built, join(folder, 'node_modules/marlin-connect4'), 'junction');
    const programs = [...readme.matchAll(/```js\n(.*?)```/gs)];
    assert.equal(programs.length, 2);
    for (const [, program = ''] of programs) {
        const printed = [...program.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, text]) => `${text}\n`).join('');
        writeFileSync(join(folder, 'program.mjs'), program);
        const options = { cwd: folder, encoding: /** @type {const} */ ('utf8'), timeout: 60_000 };
        const { status, stdout, stderr } = spawnSync(process.execPath, ['program.mjs'], options);
        assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: printed, stderr: '' });
        assert.notEqual(printed, '');
    }
});

test('a book is read from a file, by its path or its address', async () => {
    const engine = await Engine.start();
    try {
        const path = join(built, '7x6.book');
        const progress = /** @type {object[]} */ ([]);
        for (const source of [undefined, path, pathToFileURL(path), pathToFileURL(path).href]) {
            const book = await engine.loadBook(source, { onProgress: (download) => progress.push(download) });
            assert.equal(book.plies, 13);
        }
        assert.equal(progress.length, 4);
        assert.equal((await engine.analyze('4433')).source, 'book');
        await assert.rejects(engine.loadBook(join(built, 'no.book')), /ENOENT/);
        await assert.rejects(engine.loadBook('http://:nowhere'), /Invalid URL/);
    } finally {
        engine.close();
    }
});
