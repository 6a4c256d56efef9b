/** @module-tag slow */
import { expect, test } from 'vitest';
import { translatorFor } from '../kit/language.ts';
import { setUpSampleProduct } from '../kit/screens/check-screens.ts';
import { screensOfEntity, testedEntities } from '../kit/screens/entity-screens.ts';

const { product, findFaultsOnScreens } = setUpSampleProduct();

/** These entities use every type of control. The others differ only in labels, whose English texts the compiler requires. */
const sampleEntities = ['country', 'train_station', 'eurail_station', 'protocol', 'rate_board'];

test.for(
  testedEntities.filter(({ key }) => sampleEntities.includes(key)),
)('the list, card and forms of $key in English have no unrendered text', async (entity) => {
  const allScreens = await screensOfEntity(await product.apiAs('viewer'), entity, translatorFor('en'));
  // The form of a new record has the same texts as the edit form.
  const screens = allScreens.filter(({ name }) => !name.endsWith(': new'));
  expect(await findFaultsOnScreens(screens, 'en')).toEqual([]);
});
