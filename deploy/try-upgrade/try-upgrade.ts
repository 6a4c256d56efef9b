import type { Checkout, Conformance, Service } from './checkout.ts';

export interface Outcome {
  report: string[];
  broken: string[];
}

const account = { username: 'editor', password: 'gazetteer-demo' };

/**
 * The release before runs on a database; the new version migrates that database and starts beside it. Each must keep its own
 * contract, a session of either must be valid at the other, and the release must keep working after the new version has stopped.
 */
export async function tryUpgrade(
  release: Checkout,
  next: Checkout,
  reportProgress: (text: string) => void,
): Promise<Outcome> {
  const broken: string[] = [];
  const report: string[] = [];
  const addResult = (claim: string, holds: boolean) => (holds ? report : broken).push(claim);
  const checkConformance = async (version: Checkout, service: Service, when: string) => {
    reportProgress(`the contract of ${version.name} ${when}`);
    const result = await version.runConformance(service);
    addResult(describe(version.name, when, result), result.failed === 0);
  };

  reportProgress(`${release.name} starts on an empty database`);
  release.migrate();
  const releaseService = await release.start();
  const services = [releaseService];
  try {
    const token = await signIn(releaseService);
    reportProgress(`${next.name} migrates it and starts beside`);
    next.migrate();
    const nextService = await next.start();
    services.push(nextService);
    addResult(`a session of ${release.name} holds at ${next.name}`, await isSignedIn(nextService, token));
    addResult(
      `a session of ${next.name} holds at ${release.name}`,
      await isSignedIn(releaseService, await signIn(nextService)),
    );
    await checkConformance(release, releaseService, `while ${next.name} runs`);
    await checkConformance(next, nextService, `while ${release.name} runs`);
    await nextService.stop();
    await checkConformance(release, releaseService, `after ${next.name} wrote and stopped`);
  } finally {
    for (const service of services) await service.stop();
  }
  return { report, broken };
}

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
