import { entitiesOf } from '../contract/entities.ts';
import { languages, placeholdersIn } from '../contract/texts.ts';
import type { Contract, Schema, Texts } from '../contract/types.ts';
import { knownPermissions, missingPermissions } from './permissions.ts';

export type ContractRule = (contract: Contract) => string[];

export const contractRules: Record<string, ContractRule> = {
  'x-transitions declares every Event and nothing else': (contract) => {
    const declaredEvents = Object.keys(contract['x-transitions']);
    const events = contract.components.schemas.Event?.enum ?? [];
    return [
      ...difference(events, declaredEvents).map((event) => `add ${event} to x-transitions`),
      ...difference(declaredEvents, events).map((event) => `add ${event} to the enum of Event`),
    ];
  },
  'x-transitions uses known statuses and permissions': (contract) => {
    const statuses = contract.components.schemas.Status?.enum ?? [];
    const transitions = Object.entries(contract['x-transitions']);
    return transitions.flatMap(([event, { from, to, permission }]) => [
      ...difference([...from, to], statuses).map((status) => `${event}: ${status} is not a Status`),
      ...entitiesOf(contract)
        .map(({ tag }) => `${tag}:${permission}`)
        .filter((name) => !knownPermissions(contract).has(name))
        .map((name) => `${event}: ${name} is not a known permission`),
    ]);
  },
  'PermissionName lists the permissions of every entity': (contract) =>
    missingPermissions(contract).map((name) => `add ${name} to the enum of PermissionName`),
  'every Status is reachable': (contract) => {
    const reachedStatuses = Object.values(contract['x-transitions']).map(({ to }) => to);
    const statuses = contract.components.schemas.Status?.enum ?? [];
    return difference(statuses, ['pending', ...reachedStatuses]).map((status) => `no event leads to ${status}`);
  },
  'every ErrorKey has a text in both languages': (contract) => textFaults(contract.components.schemas.ErrorKey),
  'every Rule has a text in both languages': (contract) => textFaults(contract.components.schemas.Rule),
  'the entities are the tags with a label': (contract) => {
    const labelled = contract.tags.filter((tag) => tag['x-label']);
    const entities = contract.components.schemas.Entity?.enum ?? [];
    const names = labelled.map(({ name }) => name);
    return [
      ...difference(entities, names).map((entity) => `give the tag ${entity} an x-label in zh-CN and en`),
      ...difference(names, entities).map((entity) => `add ${entity} to the enum of Entity`),
      ...labelled.flatMap(({ name, 'x-label': label }) =>
        languageFaults(label).map((fault) => `tag ${name}: ${fault}`),
      ),
    ];
  },
};

function textFaults(schema: Schema | undefined): string[] {
  const keys = schema?.enum ?? [];
  const texts = schema?.['x-text'] ?? {};
  return [
    ...keys.flatMap((key) => languageFaults(texts[key]).map((fault) => `${key}: ${fault}`)),
    ...difference(Object.keys(texts), keys).map((key) => `${key}: remove its x-text or add it to the enum`),
    ...keys
      .filter((key) => new Set(languages.map((item) => placeholdersIn(texts[key]?.[item] ?? '').join())).size > 1)
      .map((key) => `${key}: use the same placeholders in both languages`),
  ];
}

export function languageFaults(texts: Texts | undefined): string[] {
  return languages.filter((language) => !texts?.[language]?.trim()).map((language) => `write its text in ${language}`);
}

function difference(list: string[], excluded: string[]): string[] {
  return list.filter((item) => !excluded.includes(item));
}
