import { entitiesOf } from '../contract/entities.ts';
import { languages, placeholders } from '../contract/texts.ts';
import type { Contract, Schema, Texts } from '../contract/types.ts';
import { knownPermissions, missingPermissions } from './permissions.ts';

export type ContractRule = (contract: Contract) => string[];

export const contractRules: Record<string, ContractRule> = {
  'x-transitions holds every Event and no other': (contract) => {
    const listed = Object.keys(contract['x-transitions']);
    const events = contract.components.schemas.Event?.enum ?? [];
    return [
      ...difference(events, listed).map((event) => `add ${event} to x-transitions`),
      ...difference(listed, events).map((event) => `add ${event} to the enum of Event`),
    ];
  },
  'x-transitions moves between statuses by known permissions': (contract) => {
    const statuses = contract.components.schemas.Status?.enum ?? [];
    const moves = Object.entries(contract['x-transitions']);
    return moves.flatMap(([event, { from, to, permission }]) => [
      ...difference([...from, to], statuses).map((status) => `${event}: ${status} is no Status`),
      ...entitiesOf(contract)
        .map(({ tag }) => `${tag}:${permission}`)
        .filter((name) => !knownPermissions(contract).has(name))
        .map((name) => `${event}: ${name} is no known permission`),
    ]);
  },
  'PermissionName names what every kind has': (contract) =>
    missingPermissions(contract).map((name) => `add ${name} to the enum of PermissionName`),
  'every Status is reached': (contract) => {
    const reachedStatuses = Object.values(contract['x-transitions']).map(({ to }) => to);
    const statuses = contract.components.schemas.Status?.enum ?? [];
    return difference(statuses, ['pending', ...reachedStatuses]).map((status) => `no event leads to ${status}`);
  },
  'every ErrorKey has its texts': (contract) => textFaults(contract.components.schemas.ErrorKey),
  'every Rule has its texts': (contract) => textFaults(contract.components.schemas.Rule),
  'the kinds of records are the tags with a label': (contract) => {
    const labelled = contract.tags.filter((tag) => tag['x-label']);
    const kinds = contract.components.schemas.Entity?.enum ?? [];
    const names = labelled.map(({ name }) => name);
    return [
      ...difference(kinds, names).map((kind) => `give the tag ${kind} an x-label in zh-CN and en`),
      ...difference(names, kinds).map((kind) => `add ${kind} to the enum of Entity`),
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
    ...difference(Object.keys(texts), keys).map((key) => `${key}: drop its x-text or add it to the enum`),
    ...keys
      .filter((key) => new Set(languages.map((item) => placeholders(texts[key]?.[item] ?? '').join())).size > 1)
      .map((key) => `${key}: use the same placeholders in both languages`),
  ];
}

export function languageFaults(texts: Texts | undefined): string[] {
  return languages.filter((language) => !texts?.[language]?.trim()).map((language) => `write its text in ${language}`);
}

function difference(list: string[], excluded: string[]): string[] {
  return list.filter((item) => !excluded.includes(item));
}
