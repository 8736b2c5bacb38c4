import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AdReview } from '../../contract/reviews/reviews.ts';
import * as commonText from '../../text/shared/common.ts';
import * as validationText from '../../text/shared/validation.ts';
import * as reviewsText from '../../text/web/reviews.ts';
import { findViolations } from '../testing/accessibility.ts';
import { fakeApi, makeProblemResponse, throwNetworkError } from '../testing/fake-api.ts';
import { render } from '../testing/render.tsx';
import { makeReview } from '../testing/reviews.ts';
import { AdReviewCard } from './ad-review-card.tsx';

const seller = { user_name: 'mama_risi', display_name: 'Mama Risi' };
const button = (name: string) => page.getByRole('button', { name });
const star = (stars: number) => page.getByRole('radio', { name: reviewsText.starLabels[stars] ?? '' });
const words = page.getByRole('textbox', { name: reviewsText.yourWords, exact: false });
const heading = (name: string) => page.getByRole('heading', { name });

const nothing: AdReview = { can_review: false, can_review_from: null, review: null };
const ready: AdReview = { ...nothing, can_review: true, can_review_from: '2026-11-01T09:00:00.000Z' };
const written = (overrides = {}): AdReview => ({
	...nothing,
	review: { ...makeReview(3), hidden: false, ...overrides },
});

async function open(state: AdReview) {
	const api = fakeApi({ getAdReview: () => state });
	const onChanged = vi.fn();
	await render(<AdReviewCard adId={5} accountId={8} seller={seller} onChanged={onChanged} />, { api });
	return { api, onChanged };
}

test('posts the stars chosen by keyboard, and the text', async () => {
	const { api, onChanged } = await open(ready);
	await expect.element(heading(reviewsText.rate('Mama Risi'))).toBeVisible();
	await star(1).click();
	await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
	await expect.element(star(4)).toBeChecked();
	await words.fill(' Honest seller. ');
	expect(await findViolations()).toEqual([]);
	api.handle({ createReview: () => makeReview(3), getAdReview: () => written() });
	await button(reviewsText.post).click();
	await expect.element(page.getByText(reviewsText.posted)).toBeVisible();
	await expect.element(heading(reviewsText.yourReview('Mama Risi'))).toBeVisible();
	expect(api.calls('createReview')).toMatchObject([
		{
			params: { id: '5' },
			body: { stars: 4, text: 'Honest seller.' },
			headers: { 'idempotency-key': expect.any(String) },
		},
	]);
	expect(onChanged).toHaveBeenCalledOnce();
});

test('asks for the stars and sends nothing without them', async () => {
	const { api } = await open(ready);
	await words.fill('Good.');
	await button(reviewsText.post).click();
	await expect.element(page.getByText(validationText.starsMissing)).toBeVisible();
	expect(api.calls('createReview')).toEqual([]);
	expect(await findViolations()).toEqual([]);
});

test('keeps the input if sending fails, and repeats the call with the same key', async () => {
	const { api } = await open(ready);
	api.handle({ createReview: throwNetworkError });
	await star(5).click();
	await words.fill('Good.');
	await button(reviewsText.post).click();
	await expect.element(page.getByRole('alert').getByText(/./).first()).toBeVisible();
	await expect.element(words).toHaveValue('Good.');
	api.handle({ createReview: () => makeReview(3), getAdReview: () => written() });
	await button(reviewsText.post).click();
	await expect.element(heading(reviewsText.yourReview('Mama Risi'))).toBeVisible();
	const keys = api.calls('createReview').map(({ headers }) => headers['idempotency-key']);
	expect(new Set(keys).size).toBe(1);
});

test('says from when the buyer can review', async () => {
	const from = new Date(Date.now() + 3_600_000).toISOString();
	await open({ ...nothing, can_review_from: from });
	await expect.element(page.getByText(/You can rate Mama Risi from/)).toBeVisible();
	await expect.element(star(1)).not.toBeInTheDocument();
});

test('shows nothing without a contact, or if loading fails', async () => {
	const { api } = await open(nothing);
	await expect.poll(() => api.calls('getAdReview').length).toBe(1);
	await expect.element(page.getByText(/Mama Risi/)).not.toBeInTheDocument();
	const failing = fakeApi({
		getAdReview: () => makeProblemResponse(404, { code: 'not_found', message: 'Gone' }),
	});
	await render(<AdReviewCard adId={5} accountId={8} seller={seller} onChanged={() => {}} />, { api: failing });
	await expect.poll(() => failing.calls('getAdReview').length).toBe(1);
	await expect.element(page.getByText('Gone')).not.toBeInTheDocument();
});

test('edits the own review', async () => {
	const { api, onChanged } = await open(written());
	await button(commonText.edit).click();
	await expect.element(star(4)).toBeChecked();
	await star(2).click();
	api.handle({ updateReview: () => makeReview(3, { stars: 2 }), getAdReview: () => written({ stars: 2 }) });
	await button(commonText.saveChanges).click();
	await expect.element(page.getByRole('img', { name: reviewsText.starsGiven(2) })).toBeVisible();
	expect(api.calls('updateReview')).toMatchObject([
		{ params: { id: '3' }, body: { stars: 2, text: 'Honest seller.' } },
	]);
	expect(onChanged).toHaveBeenCalledOnce();
});

test('asks before unsaved changes are discarded', async () => {
	await open(written());
	await button(commonText.edit).click();
	await star(1).click();
	await button(commonText.cancel).click();
	await expect.element(page.getByText(commonText.leaveWithoutSaving)).toBeVisible();
});

test('deletes the own review after a confirmation', async () => {
	const { api } = await open(written());
	await button(commonText.deleteIt).click();
	const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
	await expect.element(dialog.getByText(reviewsText.deleteTitle)).toBeVisible();
	expect(api.calls('deleteReview')).toEqual([]);
	api.handle({ deleteReview: () => undefined, getAdReview: () => ready });
	await dialog.getByRole('button', { name: commonText.deleteIt }).click();
	await expect.element(heading(reviewsText.rate('Mama Risi'))).toBeVisible();
	expect(api.calls('deleteReview')).toMatchObject([{ params: { id: '3' } }]);
});

test('tells the author of a hidden review where to read why, and offers no changes', async () => {
	await open(written({ hidden: true }));
	await expect.element(page.getByRole('link')).toHaveAttribute('href', '/dashboard/decisions');
	await expect.element(button(commonText.edit)).not.toBeInTheDocument();
});
