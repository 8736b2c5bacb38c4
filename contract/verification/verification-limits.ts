const minute = 60_000;
const day = 24 * 60 * minute;

/** Limits of verification, apart from `limits`, which is on the first page. Durations are in milliseconds. */
export const verificationLimits = {
	/** Codes that verify phone numbers: digits, lifetime, wait before the next one, and wrong tries. */
	phoneCode: { digits: 6, ttl: 10 * minute, resendAfter: minute, tries: 5 },
	/** Codes per day to one number, for one account, from one network and of the whole site. */
	phoneCodesPerDay: { number: 5, account: 8, network: 200, site: 3000 },
	/** Pictures of documents per request to verify a business, requests of an account per `period`, and lifetime of unsent pictures. */
	business: { documents: 4, requests: 5, period: 30 * day, unsentTtl: day },
	businessName: { max: 100 },
	/** Age until which a reported account without a proof causes a warning before a chat. */
	cautionPeriod: 30 * day,
	/** Response time: `period` of the answers, their minimum number, and how often it is computed again. */
	responseTime: { period: 60 * day, answers: 5, refreshAfter: day },
} as const;
