import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestPerson } from './people.ts';
import type { TestServer } from './start-server.ts';

let numbers = 0;

/** Makes a Nigerian mobile number that no other test uses, as international digits. */
export function makePhoneNumber(): string {
	numbers += 1;
	return `234803${String(numbers).padStart(7, '0')}`;
}

export function extractPhoneCode(text: string): string {
	const [code] = /\b\d{6}\b/.exec(text) ?? [];
	if (!code) throw new Error(`No code in: ${text}`);
	return code;
}

/** Reads the code that was last sent to a number from the outbox folder of a server without an SMS service. */
export async function readPhoneCode(server: TestServer, phone: string): Promise<string> {
	const folder = join(server.config.dataDir, 'outbox');
	const names = (await readdir(folder)).filter((name) => name.endsWith('.sms.txt')).sort();
	const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
	const last = texts.findLast((text) => text.startsWith(`To: +${phone}\n`));
	if (!last) throw new Error(`No code was sent to ${phone}`);
	return extractPhoneCode(last.slice(last.indexOf('\n')));
}

/** Verifies a phone number of an account with a code from the outbox. Returns the number. */
export async function verifyPhoneNumber(
	server: TestServer,
	{ client }: TestPerson,
	phone = makePhoneNumber(),
): Promise<string> {
	await client.sendPhoneCode({ body: { phone } });
	await client.verifyPhone({ body: { code: await readPhoneCode(server, phone) } });
	return phone;
}
