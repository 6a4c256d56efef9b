import { entitiesOf } from '../contract/entities.ts';
import { type ContractRule, languageFaults } from './contract-rules.ts';

export const settingRules: Record<string, ContractRule> = {
  'settings say what they are called and what they do': (contract) =>
    settingsOf(contract).flatMap(([name, setting]) => [
      ...(setting['x-group'] ? [] : [`${name}: name its x-group`]),
      ...languageFaults(setting['x-label']).map((fault) => `${name}: x-label: ${fault}`),
      ...languageFaults(setting['x-about']).map((fault) => `${name}: x-about: ${fault}`),
      ...(setting['x-unit'] ? languageFaults(setting['x-unit']).map((fault) => `${name}: x-unit: ${fault}`) : []),
    ]),
  'settings have a default': (contract) =>
    settingsOf(contract)
      .filter(([name, setting]) => name !== 'review' && !('x-default' in setting))
      .map(([name]) => `${name}: give it an x-default`),
  'review is set for every kind': (contract) => {
    const named = Object.keys(contract.components.schemas.Settings?.properties?.review?.properties ?? {});
    return entitiesOf(contract)
      .filter(({ tag }) => !named.includes(tag))
      .map(({ tag }) => `add ${tag} to the properties of review`);
  },
};

const settingsOf = (contract: Parameters<ContractRule>[0]) =>
  Object.entries(contract.components.schemas.Settings?.properties ?? {});
