import { expect, test } from 'vitest';
import { translatorFor } from '../kit/language.ts';
import { setUpSampleProduct } from '../kit/screens/check-screens.ts';
import { screensOfEntity, type TestedEntity, testedEntities } from '../kit/screens/entity-screens.ts';

const { product, findFaultsOnScreens } = setUpSampleProduct();

/** `npm test` runs a simple entity and the only one without codes; `npm test -- --all` runs all. */
const quickEntities = ['country', 'rate_board'];
const isQuick = ({ key }: TestedEntity) => quickEntities.includes(key);
const title = 'the list, card and forms of $key in Chinese have no accessibility violation and no unrendered text';

test.for(testedEntities.filter(isQuick))(title, expectNoFaults);
test.for(testedEntities.filter((entity) => !isQuick(entity)))(title, { tags: ['slow'] }, expectNoFaults);

async function expectNoFaults(entity: TestedEntity): Promise<void> {
  const allScreens = await screensOfEntity(await product.apiAs('viewer'), entity, translatorFor('zh-CN'));
  // The form of a new record is the edit form with fewer fields.
  const screens = allScreens.filter(({ name }) => !name.endsWith(': new'));
  expect(await findFaultsOnScreens(screens, 'zh-CN')).toEqual([]);
}
