import type { Checkout, Conformance, Service } from './checkout.ts';
import { Load, type LoadResult } from './load.ts';

export interface Outcome {
  report: string[];
  broken: string[];
}

export interface Options {
  /** Whether to leave out the conformance suites, which take most of the time. */
  loadOnly: boolean;
  reportProgress(text: string): void;
}

/** How many requests a phase of the load has. */
const PHASE_REQUESTS = 1500;

/** Parts of the API of which tasks or pushes do the work. While both versions run, either may do it, by its own rules. */
const TAGS_OF_TASKS = ['import', 'data_subscriber', 'sync_status'];

const account = { username: 'editor', password: 'gazetteer-demo' };

/**
 * The release before runs on a database; the new version migrates that database, starts beside it and takes over, all of it while requests go on,
 * and the release comes back. No request may fail and no search may miss a record meanwhile. Then each must keep its own contract beside the
 * other, a session of either must be valid at the other, and the release must keep working after the new version has stopped. What the new
 * version's tasks do is tested while it runs alone.
 */
export async function tryUpgrade(
  release: Checkout,
  next: Checkout,
  { loadOnly, reportProgress }: Options,
): Promise<Outcome> {
  const broken: string[] = [];
  const report: string[] = [];
  const addResult = (claim: string, holds: boolean) => (holds ? report : broken).push(claim);
  const checkConformance = async (version: Checkout, service: Service, when: string, tags: string[] = []) => {
    reportProgress(`the contract of ${version.name} ${when}`);
    const result = await version.runConformance(service, tags);
    addResult(describe(version.name, when, result), result.failed === 0);
  };

  reportProgress(`${release.name} starts on an empty database`);
  await release.migrate();
  const firstService = await release.start();
  const services = [firstService];
  try {
    const token = await signIn(firstService);
    const { result, releaseService, nextService } = await rollOutUnderLoad(firstService, token, {
      release,
      next,
      onStart: (service) => services.push(service),
      reportProgress,
    });
    addResult(describeLoad(result), result.failures.length === 0);
    addResult(`a session of ${release.name} holds at ${next.name}`, await isSignedIn(nextService, token));
    addResult(
      `a session of ${next.name} holds at ${release.name}`,
      await isSignedIn(releaseService, await signIn(nextService)),
    );
    if (loadOnly) return { report, broken };
    await checkConformance(release, releaseService, `while ${next.name} runs`);
    const otherTags = next.contractTags().filter((tag) => !TAGS_OF_TASKS.includes(tag));
    await checkConformance(next, nextService, `while ${release.name} runs`, otherTags);
    await releaseService.stop();
    await checkConformance(next, nextService, `for its tasks after ${release.name} stopped`, TAGS_OF_TASKS);
    await nextService.stop();
    const lastService = await release.start();
    services.push(lastService);
    await checkConformance(release, lastService, `after ${next.name} wrote and stopped`);
  } finally {
    for (const service of services) await service.stop();
  }
  return { report, broken };
}

interface RollOut extends Pick<Options, 'reportProgress'> {
  release: Checkout;
  next: Checkout;
  onStart(service: Service): void;
}

/** Goes from the release to the next version and back under load; in the end both run. */
async function rollOutUnderLoad(
  firstService: Service,
  token: string,
  { release, next, onStart, reportProgress }: RollOut,
): Promise<{ result: LoadResult; releaseService: Service; nextService: Service }> {
  const load = new Load();
  const begin = (phase: string) => {
    load.phase = phase;
    reportProgress(phase);
  };
  const start = async (version: Checkout) => {
    const service = await version.start();
    onStart(service);
    load.join(service);
    return service;
  };
  begin(`${release.name} alone`);
  await load.start(firstService, token);
  await load.handle(PHASE_REQUESTS);
  begin(`migrations of ${next.name}`);
  await next.migrate();
  begin(`${release.name} after the migrations`);
  await load.handle(PHASE_REQUESTS);
  begin(`start of ${next.name}`);
  const nextService = await start(next);
  begin('both');
  await load.handle(2 * PHASE_REQUESTS);
  begin(`${release.name} stops`);
  await load.leave(firstService);
  await firstService.stop();
  begin(`${next.name} alone`);
  await load.handle(PHASE_REQUESTS);
  begin(`${release.name} comes back`);
  const releaseService = await start(release);
  await load.handle(PHASE_REQUESTS);
  return { result: await load.stop(), releaseService, nextService };
}

const describeLoad = ({ requests, searches, writes, slowestMs, failures }: LoadResult): string =>
  [
    `under load, ${requests} requests (${searches} searches, ${writes} writes) had ${failures.length} kinds of failures; the slowest took ${slowestMs} ms`,
    ...failures,
  ].join('\n    ');

function describe(name: string, when: string, { passed, failed, failures }: Conformance): string {
  const [first = [], rest] = [failures.slice(0, 20), failures.length - 20];
  const more = rest > 0 ? [`… and ${rest} more`] : [];
  return [`${name} keeps its contract ${when}: ${passed} passed, ${failed} failed`, ...first, ...more].join('\n    ');
}

async function signIn({ url }: Service): Promise<string> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${url}/dc/api/v1/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(account),
  });
  const { data } = (await response.json()) as { data: { token: string } }; // Cast: the contract's response.
  return data.token;
}

async function isSignedIn({ url }: Service, token: string): Promise<boolean> {
  const response = await fetch(`${url}/dc/api/v1/profile`, { headers: { Authorization: `Bearer ${token}` } });
  return response.status === 200;
}
