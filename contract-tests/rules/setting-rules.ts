import { entitiesOf } from '../contract/entities.ts';
import { type ContractRule, languageFaults } from './contract-rules.ts';

export const settingRules: Record<string, ContractRule> = {
  'settings have a group, a label and a description': (contract) =>
    settingsOf(contract).flatMap(([name, setting]) => [
      ...(setting['x-group'] ? [] : [`${name}: give it an x-group`]),
      ...languageFaults(setting['x-label']).map((fault) => `${name}: x-label: ${fault}`),
      ...languageFaults(setting['x-about']).map((fault) => `${name}: x-about: ${fault}`),
      ...(setting['x-unit'] ? languageFaults(setting['x-unit']).map((fault) => `${name}: x-unit: ${fault}`) : []),
    ]),
  'settings have a default': (contract) =>
    settingsOf(contract)
      .filter(([name, setting]) => name !== 'review' && !('x-default' in setting))
      .map(([name]) => `${name}: give it an x-default`),
  'every entity has a review setting': (contract) => {
    const reviewedEntities = Object.keys(contract.components.schemas.Settings?.properties?.review?.properties ?? {});
    return entitiesOf(contract)
      .filter(({ tag }) => !reviewedEntities.includes(tag))
      .map(({ tag }) => `add ${tag} to the properties of review`);
  },
};

const settingsOf = (contract: Parameters<ContractRule>[0]) =>
  Object.entries(contract.components.schemas.Settings?.properties ?? {});
