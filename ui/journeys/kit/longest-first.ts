import { BaseSequencer, type TestSpecification } from 'vitest/node';

const isLong = ({ moduleId }: TestSpecification) => /\/every-[^/]*$/.test(moduleId);

/** Files that visit every place go first, so that at the end no worker is alone with one of them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
