import { parseArgs } from 'node:util';
import { benchImport } from './import.ts';
import { type Result, say, toLine } from './results.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});

const results: Result[] = await benchImport({ airports: values.quick ? 8000 : 80_000 });
for (const result of results) say(toLine(result));
if (values.json) console.log(JSON.stringify(results));
