import * as adminText from '../text/web/admin.ts';
import * as adminVerificationsText from '../text/web/admin-verifications.ts';
import * as badgesText from '../text/web/badges.ts';
import * as verificationText from '../text/web/verification.ts';
import { expectHeading, expectToast } from './support/expect.ts';
import { makePictureOfThreeSquares } from './support/media-files.ts';
import { logInAsAdministrator, signUp } from './support/people.ts';
import { test } from './support/test.ts';

test('proves a phone number by code and a business by documents, and shows both on the shop', async ({
	market,
	product,
}) => {
	const seller = await market.newPhonePage();
	const { userName } = await signUp(seller, '/dashboard/verification');
	await expectHeading(seller, verificationText.title);
	await seller.getByLabel(verificationText.phone).fill('0803 555 0142');
	await seller.getByRole('button', { name: verificationText.sendCode }).click();
	await seller.getByLabel(verificationText.code).waitFor();
	const [code = ''] = /\d{6}/.exec(await product.readTextMessage('2348035550142')) ?? [];
	await seller.getByLabel(verificationText.code).fill(code);
	await seller.getByRole('button', { name: verificationText.verify }).click();
	await seller.getByText(verificationText.phoneVerified).first().waitFor();

	const name = `${userName} Ltd`;
	await seller.getByLabel(verificationText.businessName).fill(name);
	await seller.getByLabel(verificationText.document, { exact: true }).selectOption('cac_certificate');
	await seller.locator('input[type=file]').setInputFiles(await makePictureOfThreeSquares());
	await seller.getByRole('button', { name: verificationText.removePhoto(1) }).waitFor();
	await seller.getByRole('button', { name: verificationText.sendRequest }).click();
	await seller.getByText(verificationText.pendingTitle).waitFor();

	const administrator = await market.newDesktopPage();
	await logInAsAdministrator(market, administrator, '/dashboard/admin/verifications');
	const request = administrator.getByRole('article', { name });
	await request.getByRole('button', { name: adminVerificationsText.showPhotos }).click();
	await request.getByRole('img', { name: adminVerificationsText.photoAlt(1, name) }).waitFor();
	await request.getByRole('button', { name: adminVerificationsText.decisions.accept, exact: true }).click();
	await request.getByRole('textbox', { name: adminText.why }).fill('It is in the register.');
	await request.getByRole('button', { name: adminVerificationsText.actions.accept }).click();
	const dialog = administrator.getByRole('dialog');
	await dialog.getByRole('button', { name: adminVerificationsText.actions.accept }).click();
	await expectToast(administrator, adminVerificationsText.decided.accept);

	await seller.goto(`/profile/user/${userName}`);
	for (const badge of Object.values(badgesText.verifiedKinds)) await seller.getByText(badge).first().waitFor();
});
