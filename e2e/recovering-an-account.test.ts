import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readZip } from '../server/testing/zip.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { openMail } from './support/mail.ts';
import { openMarket } from './support/market.ts';
import { clientOf, password, signedUp, storedSession, submitLogIn } from './support/people.ts';

const mail = openMail();
const market = openMarket({ env: mail.env });
const newPassword = 'green kettle on monday';

test('a forgotten password is replaced through a mailed link, and every device is logged out', async () => {
	market.allow(/status of 422 .*\/api\/password\/reset/, /status of 401/);
	const old = await market.desk();
	const { email } = await signedUp(old);
	const page = await market.phone();
	await page.goto('/Login');
	await page.getByRole('link', { name: 'Forgotten your password?' }).click();
	await expectHeading(page, 'Forgotten your password?');
	await page.getByLabel('Email').fill(email);
	await page.getByRole('button', { name: 'Send me a link' }).click();
	await expectHeading(page, 'Look into your mail');

	const link = await mail.link(email, 'Choose a new password');
	expect(new URL(link).origin).toBe(market.address);
	await page.goto(link);
	await page.getByLabel('New password', { exact: true }).fill('password123');
	await page.getByRole('button', { name: 'Change password' }).click();
	await page.getByText('too common').waitFor();
	await page.getByLabel('New password', { exact: true }).fill(newPassword);
	await page.getByRole('button', { name: 'Change password' }).click();
	await expectHeading(page, 'Your password is changed');
	await page.getByRole('link', { name: 'Log in' }).click();
	await submitLogIn(page, email, newPassword);
	await expectToast(page, 'successfully Logged In');
	await mail.arrived(email, 'password was changed');

	await old.goto('/dashboard/security');
	await old.waitForURL(/\/Login/);
	expect(await storedSession(old)).toBeNull();

	const again = await market.phone();
	await again.goto(link);
	await again.getByLabel('New password', { exact: true }).fill('yet another kettle');
	await again.getByRole('button', { name: 'Change password' }).click();
	await again.getByRole('alert').getByText('does not work any more').waitFor();
});

test('somebody moves to another address, which counts once its link was opened', async () => {
	const page = await market.phone();
	const { email } = await signedUp(page, '/dashboard/personal-Info');
	await mail.arrived(email, 'Confirm your e-mail');
	await page.getByRole('button', { name: 'Send the link again' }).click();
	await page.getByText('The link is on its way').waitFor();
	await page.goto(await mail.link(email, 'Confirm your e-mail'));
	await expectHeading(page, 'Your email address is confirmed');

	await page.goto('/dashboard/personal-Info');
	await page.getByRole('button', { name: 'Change email' }).click();
	const next = `next_${email}`;
	await page.getByLabel('New email').fill(next);
	await page.getByLabel('Your password', { exact: true }).fill(password);
	await page.getByRole('button', { name: 'Send the link' }).click();
	await page.getByText(`To move to ${next}`).waitFor();
	await mail.arrived(email, 'Another e-mail address');
	await page.goto(await mail.link(next, 'Confirm your new'));
	await expectHeading(page, 'Your email address is confirmed');
	expect(await storedSession(page)).toMatchObject({ email: next, email_verified: true });
});

test('somebody sees where the account is logged in, and logs out another device and then all', async () => {
	market.allow(/status of 401/);
	const desk = await market.desk();
	const { email } = await signedUp(desk);
	const phone = await market.phone();
	await phone.goto('/Login');
	await submitLogIn(phone, email);
	await phone.waitForURL('/dashboard');
	await phone.goto('/dashboard/security');
	const rows = phone.getByRole('listitem').filter({ hasText: 'Chrome on Linux' });
	await eventually(() => rows.count()).toBe(2);
	await rows.first().getByText('This device').waitFor();
	await phone.getByRole('button', { name: 'Log out Chrome on Linux' }).click();
	await expectToast(phone, 'Chrome on Linux is logged out');
	await eventually(() => rows.count()).toBe(1);
	await desk.goto('/dashboard/security');
	await desk.waitForURL(/\/Login/);

	await phone.getByRole('button', { name: 'Log out everywhere' }).click();
	await phone.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
	await phone.waitForURL('/');
	expect(await storedSession(phone)).toBeNull();
});

test('somebody downloads everything kept about them as one file', async () => {
	const page = await market.phone({ acceptDownloads: true });
	const { email, userName } = await signedUp(page, '/dashboard/personal-Info');
	await (await clientOf(page)).createPost({ body: { kind: 'tweet', text: 'Fresh lamps today.' } });
	const coming = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Download my data' }).click();
	const download = await coming;
	expect(download.suggestedFilename()).toMatch(new RegExp(`^kasuwa-${userName}-[\\d-]{10}\\.zip$`));
	const files = readZip(new Uint8Array(await readFile(await download.path())));
	const json = (name: string) => JSON.parse(new TextDecoder().decode(files.get(name)));
	expect(json('account.json')).toMatchObject({ email, user_name: userName });
	expect(json('posts.json')).toMatchObject([{ kind: 'tweet', text: 'Fresh lamps today.' }]);
});

test('somebody deletes the account, and brings it back with everything in it', async () => {
	market.allow(/status of 404/);
	const page = await market.phone();
	const { email, userName } = await signedUp(page, '/dashboard/personal-Info');
	const { id } = await (await clientOf(page)).createPost({ body: { kind: 'tweet', text: 'Fresh lamps today.' } });
	const visitor = await market.desk();
	await visitor.goto(`/mypromotweet/${id}`);
	await visitor.getByText('Fresh lamps today.').first().waitFor();

	await page.getByRole('button', { name: 'Delete my account' }).click();
	await page.getByText('your ads, videos, tweets, talks and pictures').waitFor();
	await page.getByRole('button', { name: 'Continue' }).click();
	await page.getByLabel('Your password', { exact: true }).fill(password);
	await page.getByRole('button', { name: 'Delete my account' }).click();
	await page.getByText(/Your account is deleted\. Log in before/).waitFor();
	await page.waitForURL('/');
	expect(await storedSession(page)).toBeNull();
	await mail.arrived(email, 'account was deleted');
	await visitor.goto(`/mypromotweet/${id}`);
	await eventually(() => visitor.getByText('Fresh lamps today.').count()).toBe(0);

	await page.goto('/Login');
	await submitLogIn(page, email);
	await page.waitForURL('/bring-back');
	await expectHeading(page, 'Your account is deleted');
	await page.goto('/dashboard');
	await page.waitForURL('/bring-back');
	await page.getByRole('button', { name: 'Bring it back' }).click();
	await expectToast(page, 'Welcome back. Everything is as it was');
	await page.waitForURL('/dashboard');
	await visitor.goto(`/profile/user/${userName}`);
	await visitor.getByText('Fresh lamps today.').first().waitFor();
});
