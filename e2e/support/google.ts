import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import {
	type LoopbackOpenIdProvider,
	type ProviderPerson,
	startOpenIdProvider,
} from '../../server/platform/testing/openid-provider.ts';

/** A provider to sign in with, for a file of journeys. Its environment is there when the market opens. */
export function openGoogle(): { env: Record<string, string>; add: (person: ProviderPerson) => void; origin: RegExp } {
	let provider: LoopbackOpenIdProvider | undefined;
	const env: Record<string, string> = {};
	beforeAll(async () => {
		provider = await startOpenIdProvider();
		Object.assign(env, provider.env);
	});
	afterAll(() => provider?.close());
	return {
		env,
		add: (person) => provider?.add(person),
		get origin() {
			return new RegExp(`another origin: ${provider?.issuer}/`);
		},
	};
}

/** At the provider: chooses the account of that name. */
export async function chooseAccount(page: Page, name: string): Promise<void> {
	await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
	await page.getByRole('link', { name, exact: true }).click();
}
