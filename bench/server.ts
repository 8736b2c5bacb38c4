import type { AddressInfo } from 'node:net';
import { loadBuiltPages } from '../main/pages.ts';
import { readConfig } from '../server/platform/config.ts';
import { createServer } from '../server/server.ts';

// The product as it runs, in a process of its own, without limits on one caller. Tells its port to its parent.
const most = { most: Number.MAX_SAFE_INTEGER, window: 60_000 };
const config = readConfig({ ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn' });
const server = await createServer(config, {
	...(await loadBuiltPages()),
	runJobs: config.runJobs,
	rateLimitConfig: {
		address: most,
		addressLogin: most,
		read: most,
		write: most,
		login: most,
		upload: most,
		signUp: most,
		enrollment: most,
	},
});
await server.listen();
process.send?.((server.app.server.address() as AddressInfo).port);
process.once('disconnect', () => server.close().then(() => process.exit(0)));
