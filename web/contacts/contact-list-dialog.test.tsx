import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Contact } from '../../contract/contacts/contacts.ts';
import * as commonText from '../../text/shared/common.ts';
import * as contactText from '../../text/shared/contact.ts';
import { findViolations } from '../testing/accessibility.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../testing/fake-api.ts';
import { makePerson } from '../testing/posts.ts';
import { render } from '../testing/render.tsx';
import { ContactListDialog } from './contact-list-dialog.tsx';

const makeContact = (id: number, kind: Contact['kind']): Contact => ({
	buyer: makePerson(id, `buyer_${id}`),
	kind,
	contacted_at: '2026-11-01T09:00:00.000Z',
	bought: false,
});

async function open(listContacts: NonNullable<Handlers['listContacts']>) {
	const api = fakeApi({ listContacts });
	await render(<ContactListDialog ad={{ id: 5, title: 'Red bag' }} onClose={() => {}} />, { api });
	return api;
}

test('lists who got in touch and how, page by page', async () => {
	const api = await open(({ query }) =>
		query.cursor
			? { items: [makeContact(2, 'question')], next_cursor: null }
			: { items: [makeContact(1, 'offer')], next_cursor: 'next' },
	);
	const first = page.getByRole('link').filter({ hasText: contactText.kinds.offer });
	await expect.element(first).toHaveAttribute('href', '/profile/user/buyer_1');
	await page.getByRole('button', { name: contactText.showMoreContacts }).click();
	await expect.element(page.getByText(contactText.kinds.question)).toBeVisible();
	expect(api.calls('listContacts').map(({ params }) => params.id)).toEqual(['5', '5']);
	expect(await findViolations()).toEqual([]);
});

test('says that nobody got in touch yet', async () => {
	await open(() => ({ items: [], next_cursor: null }));
	await expect.element(page.getByText(contactText.contactsEmptyHint)).toBeVisible();
});

test('reports that the list failed to load, and loads it on retry', async () => {
	const api = await open(() => makeProblemResponse(403, { code: 'forbidden', message: 'No' }));
	await expect.element(page.getByText(contactText.contactsFailed)).toBeVisible();
	api.handle({ listContacts: () => ({ items: [makeContact(1, 'call')], next_cursor: null }) });
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.element(page.getByText(contactText.kinds.call)).toBeVisible();
});
