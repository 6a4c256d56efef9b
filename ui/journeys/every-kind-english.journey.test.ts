/** @module-tag slow */
import { expect, test } from 'vitest';
import { kinds, screensOfKind } from './kit/kind-screens.ts';
import { translatorFor } from './kit/language.ts';
import { setUpFilledProduct } from './kit/screen-faults.ts';

const { product, findFaultsOnScreens } = setUpFilledProduct();

/** These kinds use every type of control; the others differ in labels only, which the compiler checks for English. */
const sampleKinds = ['country', 'train_station', 'eurail_station', 'protocol', 'rate_board'];

test.for(
  kinds.filter(({ key }) => sampleKinds.includes(key)),
)('the list, card and forms of $key in en have no unrendered text', async (kind) => {
  const allScreens = await screensOfKind(await product.apiAs('viewer'), kind, translatorFor('en'));
  // The form of a new record has the same texts as the edit form.
  const screens = allScreens.filter(({ name }) => !name.endsWith(': new'));
  expect(await findFaultsOnScreens(screens, 'en')).toEqual([]);
});
