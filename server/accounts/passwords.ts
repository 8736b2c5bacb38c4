import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../platform/refusal.ts';

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const argon2id = 2;
const cost = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Hashing is the dearest thing a stranger can ask for: at most two cores' worth of it, and a short queue.
const atOnce = 2;
const mostWaiting = 40;

export interface Passwords {
	hash(password: string): Promise<string>;
	/** Takes as long for an account without a password, or none at all, as for a wrong one. */
	matches(passwordHash: string | null, password: string): Promise<boolean>;
}

/** Throws `unavailable` where too many wait. */
export function createPasswords(): Passwords {
	let running = 0;
	const waiting: (() => void)[] = [];
	let nobodys: Promise<string> | undefined;

	async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
		if (running >= atOnce) {
			if (waiting.length >= mostWaiting) {
				throw new Refusal('unavailable', 'Too many people are logging in. Please try again.', { retryAfter: 5 });
			}
			await new Promise<void>((resume) => waiting.push(resume));
		} else {
			running++;
		}
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else running--;
		}
	}

	return {
		hash: (password) => inTurn(() => hash(password, cost)),
		async matches(passwordHash, password) {
			nobodys ??= inTurn(() => hash('nobody has this password', cost));
			const known = passwordHash ?? (await nobodys);
			const right = await inTurn(() => verify(known, password));
			return right && passwordHash !== null;
		},
	};
}

/** Why an account does not get this password, or null. */
export function weaknessOfNew(password: string, account: { user_name: string; email: string }): string | null {
	return weaknessOf(password, [account.user_name, account.email.split('@')[0] ?? '']);
}

/** Why a new password is not taken, or null. */
export function weaknessOf(password: string, names: readonly string[]): string | null {
	const folded = password.toLowerCase();
	if (
		common.has(folded) ||
		/^(.)\1*$/.test(folded) ||
		'0123456789012345'.includes(folded) ||
		'9876543210987654'.includes(folded)
	) {
		return 'This password is too common: choose another';
	}
	const held = names.some((name) => name.length >= 3 && folded.includes(name.toLowerCase()));
	return held ? 'A password must not hold your name or e-mail address' : null;
}

/** The passwords of eight and more letters that lists of stolen ones hold most often. */
const common = new Set(
	`password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pa55word 12345678 123456789 1234567890
	12341234 11223344 12344321 87654321 abcd1234 abc12345 abcdefgh qwertyuiop qwerty123 qwerty12 qwerty1234 1q2w3e4r 1q2w3e4r5t
	1qaz2wsx qazwsxedc asdfghjkl asdf1234 zxcvbnm123 iloveyou iloveyou1 iloveyou2 sunshine sunshine1 princess princess1 football
	football1 baseball basketball superman superman1 batman123 trustno1 whatever starwars computer internet welcome1 welcome123
	letmein1 letmein123 admin123 admin1234 administrator changeme changeme1 jennifer michelle jonathan benjamin victoria liverpool
	liverpool1 arsenal1 arsenal123 chelsea1 chelsea123 manchester barcelona nigeria1 nigeria123 naija123 lagos123 jesus123
	jesuschrist jesuslove godisgood godislove blessing blessing1 blessed1 emmanuel favour123 goodluck money123 facebook
	facebook1 whatsapp instagram samsung1 samsung123 android1 login123 master123 dragon123 monkey123 hello123 freedom1 secret123
	test1234 testtest user1234 kasuwa123`.split(/\s+/),
);
