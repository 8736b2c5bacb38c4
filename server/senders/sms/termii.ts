import { z } from 'zod';
import { ServiceUnavailableError } from '../../core/service-unavailable-error.ts';
import { assertPhoneDigits, type SmsSender } from './sms.ts';

export interface TermiiConfig {
	apiKey: string;
	/** Registered sender id, 3 to 11 characters. */
	senderId: string;
	/** Base URL of the account, as Termii's dashboard shows it, without a trailing slash. */
	url: string;
	/** Termii's route. `dnd` is for codes and also reaches numbers that block advertising; `generic` is for promotional messages. */
	channel: 'dnd' | 'generic';
}

const successResponseSchema = z.object({ message_id: z.union([z.string().min(1), z.number()]) });
const errorResponseSchema = z.object({ message: z.string() });

/** Creates a client of Termii's messaging API, https://developers.termii.com/messaging-api. `timeout` is in milliseconds. */
export function createTermiiSms(
	{ apiKey, senderId, url, channel }: TermiiConfig,
	{ timeout = 10_000 }: { timeout?: number } = {},
): SmsSender {
	async function call(body: object, signal: AbortSignal | undefined) {
		const timeoutSignal = AbortSignal.timeout(timeout);
		try {
			const response = await fetch(`${url}/api/sms/send`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', accept: 'application/json' },
				body: JSON.stringify({ ...body, api_key: apiKey }),
				redirect: 'error',
				signal: signal ? AbortSignal.any([timeoutSignal, signal]) : timeoutSignal,
			});
			return { status: response.status, text: await response.text() };
		} catch (error) {
			throw new ServiceUnavailableError('Termii does not respond', { cause: error });
		}
	}

	return {
		async send({ to, text }, signal) {
			assertPhoneDigits(to);
			const response = await call({ to, from: senderId, sms: text, type: 'plain', channel }, signal);
			const body = parseJson(response.text);
			if (response.status === 200 && successResponseSchema.safeParse(body).success) return { delivered: 'network' };
			const message = errorResponseSchema.safeParse(body).data?.message ?? 'an invalid response';
			throw new ServiceUnavailableError(
				`Termii did not accept the text message: ${response.status} ${withoutSecrets(message, apiKey)}`,
			);
		},
		describe: () => `Text messages go to Termii at ${new URL(url).host}.`,
	};
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

/** Removes the API key and everything that may be a phone number or a code from a message of Termii, which goes to the log. */
function withoutSecrets(message: string, apiKey: string): string {
	return message
		.slice(0, 200)
		.replaceAll(apiKey, '…')
		.replace(/\d{4,}/g, '…');
}
