// A program that has the package and nothing else sees its types: .ci/wasm compiles it beside the package.
import { Engine, Marlin, type Columns } from 'marlin-connect4';
const engine: Engine = await Engine.start({ hash: 16 });
const found: Columns = await engine.analyze('4433', { onProgress: ({ nodes }) => nodes.toFixed() });
const line: number[] = (await engine.line('', { plies: 3 })).line;
// @ts-expect-error: a level is a number.
await engine.level('', { level: 'strong' });
const marlin = await Marlin.load();
const accuracy: number | null = marlin.ask({ task: 'review', position: '4433' }).sides[0].accuracy;
export { found, line, accuracy };
