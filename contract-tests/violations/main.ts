import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { allCases, essentialCases } from '../cases/all-cases.ts';
import { readContract } from '../contract/contract.ts';
import { allViolations } from './all-violations.ts';
import type { Violation } from './kit/violation.ts';
import { Measurement, type Result } from './runner/measure.ts';
import { lineOf, missedOf, tableOf } from './runner/report.ts';

const { values } = parseArgs({
  options: {
    area: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
    sample: { type: 'string' },
    limit: { type: 'string', default: '150' },
    seconds: { type: 'string', default: '20' },
    json: { type: 'string' },
    workers: { type: 'string', default: '2' },
    essential: { type: 'boolean', default: false },
  },
});

/** The violations that were asked for, in an order in which any beginning has some of every area. */
function selected(): Violation[] {
  const { area, only, sample } = values;
  const matching = allViolations.filter(
    (violation) => (!area || violation.area === area) && (only.length === 0 || only.includes(violation.id)),
  );
  const spread = [0, 2, 1, 3].flatMap((turn) => matching.filter((_violation, index) => index % 4 === turn));
  return spread.slice(0, Number(sample ?? spread.length));
}

async function main(): Promise<void> {
  const contract = readContract();
  const violations = selected();
  const limits = { cases: Number(values.limit), seconds: Number(values.seconds) };
  const cases = values.essential ? essentialCases(contract) : allCases(contract);
  const measurement = await Measurement.start(contract, cases, limits, Number(values.workers));
  const results: Result[] = [];
  try {
    const touches = await measurement.firstPass(violations, console.log);
    await measurement.measureAll(violations, touches, (result) => {
      results.push(result);
      console.log(lineOf(result));
      if (values.json) writeFileSync(values.json, `${JSON.stringify(results, undefined, 2)}\n`);
    });
  } finally {
    await measurement.stop();
  }
  console.log(`\n${tableOf(results)}\n\nMissed:\n${missedOf(results)}`);
}

if (values.list) {
  for (const { id, area, at, breaks } of allViolations) console.log(`${area}\t${id}\t${at}\t${breaks}`);
} else {
  await main();
}
