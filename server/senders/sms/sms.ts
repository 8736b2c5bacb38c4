import { resolve } from 'node:path';
import { type Clock, systemClock } from '../../core/clock.ts';
import { writeOutboxFile } from '../../files/index.ts';

export interface TextMessage {
	/** Recipient as international digits without the plus, such as 2348031234567. Any other form throws a TypeError. */
	to: string;
	/** Text of the message. More than 160 characters cost more than one message. */
	text: string;
}

export interface SmsSender {
	/**
	 * Sends a text message once and never retries, because a second message with the same code confuses its reader. Resolves with 'network'
	 * once the SMS service has accepted the message, or with the path of a file. Throws `ServiceUnavailableError` if the service did not
	 * accept the message.
	 */
	send(message: TextMessage, signal?: AbortSignal): Promise<{ delivered: 'network' | (string & {}) }>;
	/** Returns a sentence for the log that says where text messages go. It contains no secret. */
	describe(): string;
}

/** Creates a sender that writes each text message to a file, for a server that runs on the machine of its developer. */
export function createFileSms({
	outboxFolder,
	clock = systemClock,
}: {
	outboxFolder: string;
	clock?: Clock;
}): SmsSender {
	const folder = resolve(outboxFolder);
	return {
		async send({ to, text }) {
			assertPhoneDigits(to);
			const bytes = Buffer.from(`To: +${to}\n\n${text}\n`);
			return { delivered: await writeOutboxFile(folder, { bytes, extension: 'sms.txt', now: clock.now() }) };
		},
		describe: () => `Text messages are kept as files in ${folder}.`,
	};
}

export function assertPhoneDigits(to: string): void {
	if (!/^[1-9]\d{6,14}$/.test(to)) throw new TypeError('Not the digits of an international phone number');
}
