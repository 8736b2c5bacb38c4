import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhookTestEventSchema } from '../contract/webhooks/webhooks.ts';
import { listCodeBlocks } from '../main/testing/documents.ts';
import { signUp, type TestPerson } from '../server/testing/people.ts';
import { startTestServer, type TestServer } from '../server/testing/start-server.ts';
import {
	type LoopbackReceiver,
	type ReceivedMessage,
	startWebhookReceiver,
} from '../server/testing/webhook-receiver.ts';

const run = promisify(execFile);
const modules = join(import.meta.dirname, 'node_modules');

let server: TestServer;
let receiver: LoopbackReceiver;
let seller: TestPerson;
let folder: string;
let secret: string;
let message: ReceivedMessage;
let blocks: Map<string, string[]>;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'kasuwa-webhooks-'));
	receiver = await startWebhookReceiver();
	server = await startTestServer({ webhookReceivers: receiver.receivers });
	seller = await signUp(server);
	const found = listCodeBlocks('docs/webhooks.md');
	blocks = new Map(
		['sh', 'ts'].map((language) => [
			language,
			found.flatMap((block) => (block.language === language ? [block.text] : [])),
		]),
	);

	const [create = ''] = blocks.get('sh') ?? [];
	const script = create.replaceAll('http://localhost:3000', server.address);
	const { stdout } = await run('bash', ['-euc', script], { env: { ...process.env, TOKEN: seller.token } });
	const made = JSON.parse(stdout) as { id: number; secret: string };
	secret = made.secret;
	await seller.client.testWebhook({ params: { id: String(made.id) } });
	await server.jobs.whenIdle();
	[message] = receiver.received as [ReceivedMessage];
});
afterAll(async () => {
	await server.close();
	await receiver.close();
	await rm(folder, { recursive: true });
});

test('the package standardwebhooks accepts a message with its secret only', () => {
	const body: unknown = new Webhook(secret).verify(message.text, message.headers);
	expect(webhookTestEventSchema.parse(body)).toEqual(body);
	const other = new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`);
	expect(() => other.verify(message.text, message.headers)).toThrow('No matching signature found');
	expect(() => new Webhook(secret).verify(`${message.text} `, message.headers)).toThrow('No matching signature found');
	const late = { ...message.headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 600) };
	expect(() => new Webhook(secret).verify(message.text, late)).toThrow('Message timestamp too old');
});

test('the TypeScript example of docs/webhooks.md compiles in strict mode, and accepts a message', async () => {
	const own = join(folder, 'guide');
	await mkdir(own);
	await symlink(modules, join(own, 'node_modules'));
	await writeFile(join(own, 'package.json'), '{ "type": "module" }');
	const compilerOptions = {
		strict: true,
		module: 'nodenext',
		target: 'es2024',
		lib: ['es2024', 'dom', 'dom.iterable'],
		typeRoots: [join(import.meta.dirname, '../node_modules/@types')],
		types: ['node'],
	};
	await writeFile(join(own, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
	await writeFile(join(own, 'receive.ts'), blocks.get('ts')?.[0] ?? '');
	await run(join(modules, '.bin/tsc'), ['--project', '.'], { cwd: own }).catch((error: { stdout: string }) => {
		throw new Error(error.stdout);
	});
	const { receive } = (await import(join(own, 'receive.js'))) as {
		receive: (request: Request, secret: string) => Promise<Response>;
	};
	const send = (body: string) =>
		receive(new Request('https://shop.example/kasuwa', { method: 'POST', headers: message.headers, body }), secret);
	expect((await send(message.text)).status).toBe(204);
	expect((await send(message.text.replace('1', '2'))).status).toBe(400);
});

test('the openssl example of docs/webhooks.md tells a valid message from another', async () => {
	const [, verify = ''] = blocks.get('sh') ?? [];
	async function check(body: string): Promise<string> {
		await writeFile(join(folder, 'body.json'), body);
		const env = {
			...process.env,
			SECRET: secret,
			WEBHOOK_ID: message.headers['webhook-id'],
			WEBHOOK_TIMESTAMP: message.headers['webhook-timestamp'],
			WEBHOOK_SIGNATURE: message.headers['webhook-signature'],
		};
		return (await run('bash', ['-euc', verify], { cwd: folder, env })).stdout;
	}
	expect(await check(message.text)).toBe('valid\n');
	expect(await check(`${message.text}\n`)).toBe('invalid\n');
});
