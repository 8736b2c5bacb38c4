import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Verification } from '../../contract/verification/verification.ts';
import { verificationLimits } from '../../contract/verification/verification-limits.ts';
import * as verificationApiText from '../../text/server/verification-api.ts';
import type { AccountService } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import { DomainError, invalidInput, tooManyRequests } from '../core/domain-error.ts';
import { catchTooManyRequests } from '../core/rate-limits.ts';
import { ServiceUnavailableError } from '../core/service-unavailable-error.ts';
import { isUniqueViolation, type Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { MarketSettingsService } from '../market-settings/index.ts';
import type { Platform } from '../platform.ts';
import * as store from './store.ts';
import type { PhoneCodeRow } from './tables.ts';

export interface PhoneVerificationDeps extends Pick<Platform, 'db' | 'clock' | 'rateLimits' | 'sms' | 'brand'> {
	accounts: AccountService;
	/** HMAC key of codes, and of the phone numbers in the keys of rate limits. */
	secret: string;
	logger: Pick<FastifyBaseLogger, 'info' | 'warn'>;
	marketSettings: Pick<MarketSettingsService, 'getPhoneCodeQuota'>;
}

const day = 24 * 3_600_000;
const minute = 60_000;

/** Nigerian mobile numbers begin with 7, 8 or 9. Codes go to no other number, because text messages abroad cost several times as much. */
const mobilePattern = /^234[789]\d{9}$/;

const { digits, ttl, resendAfter, tries: maxTries } = verificationLimits.phoneCode;

export function createPhoneVerificationService(deps: PhoneVerificationDeps) {
	const { db, clock, accounts, rateLimits, sms, secret, logger, marketSettings, brand } = deps;

	const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
	const hashCode = (accountId: number, phone: string, code: string) => sign(`code ${accountId} ${phone} ${code}`);

	/** Counts a code for its number, account and network, and for the whole site. Throws `too_many`. */
	async function countCode(tx: Tx, accountId: number, phone: string, network: string): Promise<void> {
		const quotas = { ...verificationLimits.phoneCodesPerDay, site: marketSettings.getPhoneCodeQuota() };
		const keys = [
			// The key holds no number, because keys of rate limits outlive the number's account.
			[`phone codes to ${sign(`number ${phone}`)}`, quotas.number],
			[`phone codes of ${accountId}`, quotas.account],
			[`phone codes from ${network}`, quotas.network],
			['phone codes', quotas.site],
		] as const;
		for (const [key, most] of keys) {
			const exhausted = await catchTooManyRequests(rateLimits.count(key, { most, window: day }, { tx }));
			if (!exhausted) continue;
			if (key === 'phone codes') logger.warn(`The site sent ${most} codes to phones today and sends no more`);
			throw tooManyRequests(verificationApiText.tooManyCodes, (exhausted.retryAfter ?? day / 1000) * 1000);
		}
	}

	/** Stores a new code for an account and returns it. Throws `conflict`, and `too_many` if a code was sent less than a minute ago. */
	async function createCode(tx: Tx, accountId: number, phone: string, network: string): Promise<string> {
		await accounts.lock(tx, accountId);
		const verified = await accounts.getVerified(tx, accountId);
		if (verified.phoneVerifiedAt !== null && verified.phone === phone) {
			throw new DomainError('conflict', verificationApiText.numberVerified);
		}
		const now = clock.now();
		const previous = await store.lockPhoneCodeRow(tx, accountId);
		const wait = previous ? previous.sent_at + resendAfter - now : 0;
		if (wait > 0) throw tooManyRequests(verificationApiText.waitForCode, wait);
		await countCode(tx, accountId, phone, network);
		const code = String(randomInt(10 ** digits)).padStart(digits, '0');
		await store.replacePhoneCode(tx, {
			account_id: accountId,
			phone,
			code_hash: hashCode(accountId, phone, code),
			sent_at: now,
			ends_at: now + ttl,
		});
		return code;
	}

	const isUsable = (row: PhoneCodeRow) => row.ends_at > clock.now() && row.tries < maxTries;

	/** Checks a code and verifies the number. Returns null if the code is right, otherwise a message. Counts a wrong try. */
	async function check(tx: Tx, accountId: number, code: string): Promise<string | null> {
		const sent = await store.findPhoneCode(tx, accountId);
		if (!sent) return verificationApiText.codeOver;
		// The accounts are locked before the code, in the same order as in `createCode`, to avoid deadlocks.
		await accounts.trust.lockWithHolder(tx, accountId, sent.phone);
		const row = await store.lockPhoneCodeRow(tx, accountId);
		if (row?.code_hash !== sent.code_hash || !isUsable(row)) return verificationApiText.codeOver;
		const expected = Buffer.from(row.code_hash);
		if (!timingSafeEqual(Buffer.from(hashCode(accountId, row.phone, code)), expected)) {
			await store.countWrongTry(tx, accountId);
			const left = maxTries - row.tries - 1;
			return left > 0 ? verificationApiText.codeWrong(left) : verificationApiText.codeOver;
		}
		await store.deletePhoneCode(tx, accountId);
		await accounts.trust.setPhoneVerified(tx, accountId, row.phone);
		return null;
	}

	return {
		/** Sends a code to a phone number. Throws `conflict`, `invalid`, `too_many` or `unavailable`. */
		async sendCode(actor: Actor, phone: string, network: string): Promise<void> {
			if (!sms) throw new DomainError('conflict', verificationApiText.phoneNotOffered);
			if (!mobilePattern.test(phone)) throw invalidInput({ phone: verificationApiText.mobileOnly });
			const { accountId } = actor;
			const code = await db.transaction((tx) => createCode(tx, accountId, phone, network));
			try {
				const text = verificationApiText.codeMessage(code, ttl / minute, brand.current().name);
				const { delivered } = await sms.send({ to: phone, text });
				if (delivered !== 'network') logger.info(`A text message with a code is in ${delivered}`);
			} catch (error) {
				// The owner may ask again at once, because no code was sent. It still counts for the quotas.
				await store.deleteUnsentPhoneCode(db, accountId, hashCode(accountId, phone, code));
				if (!(error instanceof ServiceUnavailableError)) throw error;
				logger.warn({ err: error }, 'A code was not sent');
				throw new DomainError('unavailable', verificationApiText.codeNotSent);
			}
		},

		/** Verifies the number to which a code was sent. Throws `invalid` for a wrong or expired code. */
		async verify(actor: Actor, code: string): Promise<void> {
			const verify = () => db.transaction((tx) => check(tx, actor.accountId, code));
			// Another account may verify the same number at the same time. Its proof then ends with the second attempt.
			const problem = await verify().catch((error: unknown) => {
				if (!isUniqueViolation(error, 'accounts.phone')) throw error;
				return verify();
			});
			if (problem !== null) throw invalidInput({ code: problem });
		},

		async getStatus(accountId: number): Promise<Verification['phone']> {
			const { phone, phoneVerifiedAt } = await accounts.getVerified(db, accountId);
			const row = await store.findPhoneCode(db, accountId);
			return {
				available: sms !== null,
				number: phone,
				verified_at: toIsoTime(phoneVerifiedAt),
				code:
					row && isUsable(row)
						? {
								number: row.phone,
								resend_in: Math.max(0, Math.ceil((row.sent_at + resendAfter - clock.now()) / 1000)),
								tries_left: maxTries - row.tries,
							}
						: null,
			};
		},

		sweep: () => store.deleteExpiredPhoneCodes(db, clock.now()),
	};
}
