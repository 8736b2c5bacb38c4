const hour = 3_600_000;
const day = 24 * hour;

/** Limits of legal requests and of the breach register, apart from `limits`, which is on the first page. Durations are in milliseconds. */
export const dataProtectionLimits = {
	personName: { max: 100 },
	/** Maximum text length of a legal request, of its link and of the answer. */
	requestText: { max: 4000 },
	requestUrl: { max: 500 },
	answer: { max: 4000 },
	/** Legal requests per day from one network and from one account. */
	requestsPerDay: { network: 20, account: 10 },
	/** Until when a request must be answered. docs/data-protection.md names the sources. */
	takedownPeriod: 24 * hour,
	answerPeriod: 30 * day,
	/** How long a request is kept after its answer, as proof that it was answered. */
	requestRetention: 730 * day,
	/** Milliseconds after noticing a breach until the Commission must know (Nigeria Data Protection Act 2023, section 40). */
	breachPeriod: 72 * hour,
	breachTitle: { max: 120 },
	breachText: { max: 4000 },
	/** Text length of a mail to the people of a breach. */
	breachNotice: { min: 40, max: 4000 },
	/** Maximum number of accounts that one call adds to a breach, and that a breach lists. */
	breachAccountsPerCall: 500,
	breachAccounts: 5000,
	/** Maximum number of notices about breaches that an account sees, the newest. */
	ownBreachNotices: 50,
} as const;
