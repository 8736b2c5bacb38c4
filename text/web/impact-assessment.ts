// Draft of the impact assessment that section 28 of the Nigeria Data Protection Act 2023 asks for.
import type { ProcessingRecord } from '../../contract/data-protection/data-protection.ts';
import * as dataProtectionText from './data-protection.ts';

const databases = {
	sqlite: 'SQLite, in a file on the server',
	postgres: 'PostgreSQL',
};

const risks: readonly [risk: string, measure: string][] = [
	[
		'A stranger collects the phone numbers of sellers',
		'Numbers are in no public answer. A tap reveals one, and distinct sellers are counted by network, device and account',
	],
	[
		'A stranger takes over an account',
		'Passwords are stored as argon2id hashes, logins are limited, a second factor is possible, and a changed password ends logins and is mailed',
	],
	[
		'A buyer is deceived',
		'Detection, reports, decisions with appeals, verified numbers and businesses, reviews after contact only',
	],
	['Photos show where they were taken', 'Camera data is removed before a photo is stored'],
	['Documents of businesses leak', 'They are private, shown to administrators only, and deleted with the decision'],
	[
		'Data stays after it should be gone',
		'Owners erase their account themselves; periods are kept by jobs; backups are limited',
	],
	['Data is lost', 'Backups are made while the market runs, and each one is read back'],
	[
		'An administrator looks at or changes too much',
		'Administrators need a second factor if they turned it on; each action is in a log that cannot be changed',
	],
];

/** Composes the draft as Markdown. `record` is what the program knows; dotted lines are for the operator. */
export function composeImpactAssessment(
	market: string,
	day: string,
	{ activities, recipients, facts }: ProcessingRecord,
) {
	const blank = '…………………………………………………………';
	return `# Data protection impact assessment of ${market}

Draft of ${day}, filled with what the program knows. Lines of dots are yours to fill. This is no legal advice.

Controller, address, contact of the data protection officer: ${blank}

Assessed by, and when: ${blank}

## 1. What is processed, and why

- Accounts: ${facts.accounts}
- Database: ${databases[facts.database]}
- Connections to the site are ${facts.encrypted ? 'encrypted (https)' : 'NOT encrypted: set PUBLIC_URL to an https address'}
- Backups: ${facts.backups ? 'daily' : 'none are set up'}

${activities
	.map(
		({ purpose, data, people, basis, recipients: receivers, retention }) => `### ${purpose}

- Data: ${data}
- People: ${people.map((one) => dataProtectionText.concerned[one]).join(', ')}
- Lawful basis: ${dataProtectionText.bases[basis]}
- Recipients: ${receivers.map((one) => dataProtectionText.recipients[one]).join(', ')}
- Kept: ${retention}
- Why it is necessary, and why less would not do: ${blank}
`,
	)
	.join('\n')}
## 2. Services that receive data

${recipients.map(({ kind, host }) => `- ${dataProtectionText.recipients[kind]}${host === null ? '' : ` (${host})`}: country, contract, safeguards: ${blank}`).join('\n')}

## 3. Risks for people, and what is done about them

| risk | what the program does | how likely and how bad, after that |
|---|---|---|
${risks.map(([risk, measure]) => `| ${risk} | ${measure} | ${blank} |`).join('\n')}
| ${blank} | ${blank} | ${blank} |

## 4. Decision

Remaining high risks, and whether the Commission was consulted before the processing (section 28): ${blank}

Next assessment: ${blank}
`;
}
