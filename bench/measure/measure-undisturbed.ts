import { measureStealShare } from '../../bff/test/kit/cpu-steal.ts';

/** The largest share of CPU time taken by other virtual machines that counts as undisturbed. */
const MAX_STOLEN_SHARE = 0.05;

export interface Measurement<T> {
  value: T;
  /** The stolen share of CPU time, from 0 to 1. */
  stolenShare: number;
}

/** Repeats a measurement up to `maxTries` times until hardly any CPU time was stolen, and returns the least disturbed one. */
export async function measureUndisturbed<T>(
  measure: () => Promise<T>,
  maxTries: number,
  startStealMeasurement = measureStealShare,
): Promise<Measurement<T>> {
  const readStolenShare = startStealMeasurement();
  const measurement: Measurement<T> = { value: await measure(), stolenShare: readStolenShare() };
  if (measurement.stolenShare <= MAX_STOLEN_SHARE || maxTries <= 1) return measurement;
  const repeatedMeasurement = await measureUndisturbed(measure, maxTries - 1, startStealMeasurement);
  return repeatedMeasurement.stolenShare < measurement.stolenShare ? repeatedMeasurement : measurement;
}
