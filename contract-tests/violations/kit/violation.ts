import type { Answer } from './answer.ts';
import type { Call, CalledOperation, Data, Headers, Memory } from './call.ts';

/** A change on its way from the backend to a subscriber. */
export interface Push {
  url: string;
  headers: Headers;
  body: string;
}

/** What a violation may do besides editing: ask the backend, with the caller's token or an administrator's. */
export interface Tools {
  memory: Memory;
  ask(call: Call): Promise<Answer>;
  adminToken(): Promise<string>;
}

export type EditRequest = (call: Call, memory: Memory) => void;
export type EditResponse = (answer: Answer, call: Call, memory: Memory) => void;
export type EditPush = (push: Push, memory: Memory) => void;

/** A follow-up to answers that meet a condition: further requests, or another answer. */
export interface FollowUp {
  when(answer: Answer, call: Call): boolean;
  run(answer: Answer, call: Call, tools: Tools): Promise<Answer | undefined>;
}

/** One way in which a backend breaks the contract. */
export interface Violation {
  id: string;
  area: string;
  /** Where the contract says it: a pointer into openapi.yaml, or a document and its heading. */
  at: string;
  /** The sentence of the contract that it breaks. */
  breaks: string;
  on(operation: CalledOperation): boolean;
  when?(call: Call): boolean;
  /** Edits the request before the backend gets it, unless the backend would refuse its query or body as it is. */
  request?: EditRequest;
  /** Edits requests that the backend would refuse too. */
  editsRefused?: boolean;
  /** Answers instead of the backend, unless the body breaks the contract; without an answer, the backend does. */
  instead?(call: Call, tools: Tools): Promise<Answer | undefined>;
  /** Edits the backend's answer. */
  response?: EditResponse;
  after?: FollowUp;
  /** Edits what is pushed to subscribers. */
  push?: EditPush;
  /** Edits the status with which a subscriber answers. */
  receiverStatus?(status: number): number;
}

export type Declaration = Omit<Violation, 'area'>;

export function violationsOf(area: string, declarations: Declaration[]): Violation[] {
  return declarations.map((declaration) => ({ area, ...declaration }));
}

export type { Data };
