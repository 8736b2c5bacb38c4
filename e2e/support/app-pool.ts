import { type AppInstance, type AppOptions, startApp } from './app-instance.ts';
import { type FakeServerName, type FakeServers, startFakeServers } from './fake-servers.ts';

export interface Configuration extends AppOptions {
	fakeServers?: FakeServerName[];
	/** Name of the test file if the file needs a product of its own. Without a name, files with equal configurations share a product. */
	isolatedFor?: string;
}

export interface RunningApp {
	product: AppInstance;
	fakeServers: Partial<FakeServers>;
	stop: () => Promise<void>;
}

const maxApps = 3;

async function start({ sample = false, env, fakeServers: names = [] }: Configuration): Promise<RunningApp> {
	const { fakeServers, close } = await startFakeServers(names);
	try {
		const settings: Record<string, string> = Object.assign(
			{},
			env,
			...Object.values(fakeServers).map((server) => server.env),
		);
		const product = await startApp({ sample, env: settings });
		return { product, fakeServers, stop: () => product.stop().finally(close) };
	} catch (error) {
		await close();
		throw error;
	}
}

const isShared = (configuration: string) => !(JSON.parse(configuration) as Configuration).isolatedFor;

/**
 * Keeps the `maxApps` most recently used products running, by their configuration as JSON. A product that belongs to one file stops as soon as
 * another product is needed. All of them stop when the test worker ends.
 */
export function createAppPool() {
	const running = new Map<string, RunningApp>();
	return {
		async acquire(configuration: string): Promise<RunningApp> {
			const entry = running.get(configuration) ?? (await start(JSON.parse(configuration)));
			running.delete(configuration);
			running.set(configuration, entry);
			for (const [name, { stop }] of running) {
				if (name === configuration || (isShared(name) && running.size <= maxApps)) continue;
				running.delete(name);
				await stop();
			}
			return entry;
		},
		async stop() {
			for (const { stop } of running.values()) await stop();
		},
	};
}
