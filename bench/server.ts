import type { AddressInfo } from 'node:net';
import { loadBuiltPages } from '../main/pages.ts';
import { readConfig } from '../server/core/config.ts';
import { createServer } from '../server/server.ts';

// Runs the real server in its own process, without rate limits, and sends its port to the parent process.
const unlimited = { most: Number.MAX_SAFE_INTEGER, window: 60_000 };
const most = unlimited.most;
const unlimitedItems = { ads: most, posts: most, comments: most, contacts: most, reviews: most, reports: most };
const config = readConfig({ ...process.env, HOST: '127.0.0.1', LOG_LEVEL: 'warn' });
const server = await createServer(config, {
	...(await loadBuiltPages()),
	runJobs: config.runJobs,
	rateLimitConfig: {
		address: unlimited,
		addressLogin: unlimited,
		read: unlimited,
		write: unlimited,
		login: unlimited,
		upload: unlimited,
		signUp: unlimited,
		enrollment: unlimited,
	},
	postingQuota: { unverified: unlimitedItems, verified: unlimitedItems, older: unlimitedItems },
});
await server.listen();
process.send?.((server.app.server.address() as AddressInfo).port);
process.once('disconnect', () => server.close().then(() => process.exit(0)));
