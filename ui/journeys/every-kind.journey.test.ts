import { expect, test } from 'vitest';
import { type Kind, kinds, screensOfKind } from './kit/kind-screens.ts';
import { translatorFor } from './kit/language.ts';
import { setUpFilledProduct } from './kit/screen-faults.ts';

const { product, findFaultsOnScreens } = setUpFilledProduct();

/** A plain kind and the only kind without codes run always, the others with `--all`. */
const quickKinds = ['country', 'rate_board'];
const isQuick = ({ key }: Kind) => quickKinds.includes(key);
const title = 'the list, card and forms of $key in zh-CN have no accessibility violation and no unrendered text';

test.for(kinds.filter(isQuick))(title, hasNoFaults);
test.for(kinds.filter((kind) => !isQuick(kind)))(title, { tags: ['slow'] }, hasNoFaults);

async function hasNoFaults(kind: Kind): Promise<void> {
  const allScreens = await screensOfKind(await product.apiAs('viewer'), kind, translatorFor('zh-CN'));
  // The form of a new record is the edit form with fewer fields.
  const screens = allScreens.filter(({ name }) => !name.endsWith(': new'));
  expect(await findFaultsOnScreens(screens, 'zh-CN')).toEqual([]);
}
