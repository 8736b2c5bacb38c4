import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Review } from '../../contract/reviews/reviews.ts';
import * as commonText from '../../text/shared/common.ts';
import * as validationText from '../../text/shared/validation.ts';
import * as reviewsText from '../../text/web/reviews.ts';
import { ReportDialogProvider } from '../moderation/report-context.ts';
import { findViolations } from '../testing/accessibility.ts';
import { logIn } from '../testing/browser-state.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { makePerson } from '../testing/posts.ts';
import { render } from '../testing/render.tsx';
import { makeReview } from '../testing/reviews.ts';
import { WithActor } from '../testing/with-actor.tsx';
import { ReviewItem } from './review-item.tsx';

const seller = makePerson(9, 'mama_risi');
const reply = { text: 'Thank you.', created_at: '2026-11-02T09:00:00.000Z', edited_at: null };
const button = (name: string) => page.getByRole('button', { name, exact: true });
const replyField = page.getByRole('textbox', { name: reviewsText.yourReply });

async function open(review: Partial<Review> = {}) {
	const api = fakeApi({ getSaved: () => ({ ids: [] }) });
	const report = vi.fn();
	const item = <ReviewItem review={makeReview(3, review)} seller={seller} onChanged={() => {}} />;
	await render(
		<WithActor>
			<ReportDialogProvider value={report}>{item}</ReportDialogProvider>
		</WithActor>,
		{ api },
	);
	return { api, report };
}

test('shows stars, text, ad and reply, and reports each side', async () => {
	const { report } = await open({ reply });
	const item = page.getByRole('article', { name: reviewsText.reviewBy('bisi') });
	await expect.element(item.getByRole('img', { name: reviewsText.starsGiven(4) })).toBeVisible();
	await expect.element(item.getByText('Honest seller.')).toBeVisible();
	await expect.element(item.getByRole('link', { name: 'Iron' })).toHaveAttribute('href', '/feed/5/iron');
	await expect.element(item.getByText('Thank you.')).toBeVisible();
	await button(reviewsText.reportFrom('bisi')).click();
	await button(reviewsText.reportReply).click();
	expect(report.mock.calls).toEqual([
		[{ kind: 'review', id: 3, what: 'review' }],
		[{ kind: 'review_reply', id: 3, what: 'reply' }],
	]);
	await expect.element(button(commonText.edit)).not.toBeInTheDocument();
	await expect.element(button(reviewsText.editReply)).not.toBeInTheDocument();
	expect(await findViolations()).toEqual([]);
});

test('shows a review of an erased account without a name, a link or a report', async () => {
	await open({ author: null, text: '', ad: { id: null, title: 'Iron', path: null } });
	await expect.element(page.getByText(reviewsText.deletedAccount)).toBeVisible();
	await expect.element(page.getByRole('link')).not.toBeInTheDocument();
	await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

test('lets the seller reply once, and neither edit nor delete the review', async () => {
	logIn({ id: 9, user_name: 'mama_risi' });
	const { api } = await open();
	await button(reviewsText.replyTo('bisi')).click();
	await button(reviewsText.sendReply).click();
	await expect.element(page.getByText(validationText.replyMissing)).toBeVisible();
	await replyField.fill('Thank you.');
	expect(await findViolations()).toEqual([]);
	api.handle({ replyToReview: () => makeReview(3, { reply }) });
	await button(reviewsText.sendReply).click();
	await expect.element(page.getByText(reviewsText.replySent)).toBeVisible();
	expect(api.calls('replyToReview')).toMatchObject([{ params: { id: '3' }, body: { text: 'Thank you.' } }]);
	await expect.element(button(commonText.deleteIt)).not.toBeInTheDocument();
});

test('lets the seller edit and delete the reply after a confirmation', async () => {
	logIn({ id: 9, user_name: 'mama_risi' });
	const { api } = await open({ reply });
	await expect.element(button(reviewsText.replyTo('bisi'))).not.toBeInTheDocument();
	await button(reviewsText.editReply).click();
	await expect.element(replyField).toHaveValue('Thank you.');
	await button(commonText.cancel).click();
	await expect.element(button(reviewsText.editReply)).toHaveFocus();
	await button(reviewsText.deleteReply).click();
	const deletion = Promise.withResolvers<undefined>();
	api.handle({ deleteReviewReply: () => deletion.promise });
	await page
		.getByRole('alertdialog')
		.or(page.getByRole('dialog'))
		.getByRole('button', { name: commonText.deleteIt })
		.click();
	await expect.poll(() => api.calls('deleteReviewReply').length).toBe(1);
	await expect.element(button(reviewsText.editReply)).toHaveAttribute('aria-disabled', 'true');
	await button(reviewsText.deleteReply).click({ force: true });
	await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
	await expect.element(button(reviewsText.deleteReply)).toHaveFocus();
	deletion.resolve(undefined);
	await expect.element(button(reviewsText.deleteReply)).not.toHaveAttribute('aria-disabled');
	expect(api.calls('deleteReviewReply')).toHaveLength(1);
});

test('moves the focus into the form of a review, and back to Edit', async () => {
	logIn({ id: 8, user_name: 'bisi' });
	const { api } = await open();
	await button(commonText.edit).click();
	const chosen = page.getByRole('radio', { checked: true });
	await expect.element(chosen).toHaveFocus();
	await button(commonText.cancel).click();
	await expect.element(button(commonText.edit)).toHaveFocus();
	await userEvent.keyboard('{Enter}');
	await expect.element(chosen).toHaveFocus();
	await userEvent.keyboard('{ArrowRight}');
	api.handle({ updateReview: () => makeReview(3, { stars: 5 }) });
	await button(commonText.saveChanges).click();
	await expect.element(button(commonText.edit)).toHaveFocus();
});

test('offers neither Edit nor Delete again while the review is being deleted', async () => {
	logIn({ id: 8, user_name: 'bisi' });
	const { api } = await open();
	const deletion = Promise.withResolvers<undefined>();
	api.handle({ deleteReview: () => deletion.promise });
	await button(commonText.deleteIt).click();
	await page.getByRole('dialog').getByRole('button', { name: commonText.deleteIt }).click();
	for (const name of [commonText.edit, commonText.deleteIt]) {
		await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true');
	}
	deletion.resolve(undefined);
	await expect.element(button(commonText.edit)).not.toHaveAttribute('aria-disabled');
	expect(api.calls('deleteReview')).toHaveLength(1);
});
