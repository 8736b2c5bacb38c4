import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as adOptionsText from '../../text/shared/ad-options.ts';
import * as commonText from '../../text/shared/common.ts';
import * as adFormText from '../../text/web/ad-form.ts';
import { ApiForm, useApiForm } from '../data/api-form.tsx';
import { render } from '../testing/render.tsx';
import { PictureAdFields } from './ad-fields.tsx';
import { type AdFields, emptyAd, type PictureAdBody, pictureAdSchema, toAdFieldName } from './ad-form.ts';
import type { AccountNumbers } from './seller-fields.tsx';

/** Matches a label, after which an optional field says that it is optional. */
const startingWith = (label: string) => new RegExp(`^${label}`);
const category = page.getByLabelText(commonText.category, { exact: true });
const condition = page.getByRole('combobox', { name: startingWith(adOptionsText.condition) });
const state = page.getByRole('combobox', { name: startingWith(adOptionsText.homeState) });
const lga = page.getByRole('combobox', { name: startingWith(adOptionsText.lga) });
const folded = page.getByText(/^Spot and delivery/);
const option = (name: string) => page.getByRole('checkbox', { name: startingWith(name) });
const lamp = { ...emptyAd, title: 'Lamp', category: 'Furniture & Home Items', description: 'It shines.' };

const verifiedSeller: AccountNumbers = { phone: '2348031234567', call_number: null, verified: ['phone'] };

interface FormProps {
	fields: AdFields;
	onSend: (ad: PictureAdBody) => void;
	account?: AccountNumbers;
}

function Form({ fields, onSend, account = { phone: null, call_number: null, verified: [] } }: FormProps) {
	const form = useApiForm({
		schema: pictureAdSchema,
		toField: toAdFieldName,
		defaultValues: fields,
		send: async (ad: PictureAdBody) => onSend(ad),
	});
	return (
		<ApiForm form={form} submit="Send">
			<PictureAdFields form={form} locked={false} account={account} />
		</ApiForm>
	);
}

test('says which number hides the badge of the verified number', async () => {
	await render(
		<Form fields={{ ...lamp, whatsapp: '0803 123 4567' }} onSend={() => undefined} account={verifiedSeller} />,
	);
	const hint = page.getByText(adFormText.hidesPhoneBadge);
	const whatsapp = page.getByRole('textbox', { name: adFormText.whatsappNumber });
	await expect.element(whatsapp).toBeVisible();
	await expect.element(hint).not.toBeInTheDocument();
	await whatsapp.fill('0805 123 4567');
	await expect.element(whatsapp).toHaveAccessibleDescription(expect.stringContaining(adFormText.hidesPhoneBadge));
	await whatsapp.fill('+234 803 123 4567');
	await expect.element(hint).not.toBeInTheDocument();
	await page.getByRole('button', { name: adFormText.addCallNumber }).click();
	const callNumber = page.getByRole('textbox', { name: startingWith(adFormText.callNumber) });
	await callNumber.fill('0805 123 4567');
	await expect.element(callNumber).toHaveAccessibleDescription(expect.stringContaining(adFormText.hidesPhoneBadge));
});

/** Renders the form. Returns a function that sends it and returns what it sent. */
async function open(fields: AdFields = lamp) {
	const sent: PictureAdBody[] = [];
	await render(<Form fields={fields} onSend={(ad) => sent.push(ad)} />);
	return async () => {
		await page.getByRole('button', { name: 'Send' }).click();
		await expect.poll(() => sent.length).toBeGreaterThan(0);
		return sent.at(-1);
	};
}

test('sends the chosen options', async () => {
	const send = await open();
	await option(adOptionsText.negotiable).click();
	await condition.selectOptions('Foreign used');
	await state.selectOptions('Lagos');
	await lga.selectOptions('Ikeja');
	await folded.click();
	await option(adOptionsText.deliveryNames.nationwide).click();
	await option(adOptionsText.deliveryNames.pickup).click();
	await option(adOptionsText.deliveryNames.within_state).click();
	await option(adOptionsText.deliveryNames.within_state).click();
	expect(await send()).toMatchObject({
		negotiable: true,
		condition: 'foreign_used',
		delivery: ['pickup', 'nationwide'],
		location: { state: 'Lagos', lga: 'Ikeja' },
	});
});

test('sends none if none is chosen', async () => {
	const send = await open();
	expect(await send()).toMatchObject({ negotiable: false, condition: null, delivery: [], location: null });
});

test('lists the areas of the chosen state, and forgets the area of another state', async () => {
	const send = await open();
	await expect.element(lga).toBeDisabled();
	await state.selectOptions('Lagos');
	await lga.selectOptions('Surulere');
	await state.selectOptions('Ogun');
	await expect.element(lga).toHaveValue('');
	await expect.element(lga.getByRole('option', { name: 'Ikeja' })).not.toBeInTheDocument();
	expect(await send()).toMatchObject({ location: { state: 'Ogun', lga: null } });
});

test('leaves out condition and delivery of property, says so, and keeps them for another category', async () => {
	const send = await open({ ...lamp, condition: 'new', delivery: 'pickup' });
	await category.selectOptions('Real Estate');
	await expect.element(page.getByRole('status').filter({ hasText: adFormText.propertyNotice })).toBeVisible();
	await expect.element(condition).not.toBeInTheDocument();
	await expect.element(option(adOptionsText.deliveryNames.pickup)).not.toBeInTheDocument();
	expect(await send()).toMatchObject({ condition: null, delivery: [] });
	await category.selectOptions('Sportswear');
	await expect.element(condition).toHaveValue('new');
	await expect.element(option(adOptionsText.deliveryNames.pickup)).toBeChecked();
});

test('says nothing about property without a condition or delivery', async () => {
	await open();
	await category.selectOptions('Real Estate');
	await expect.element(page.getByText(adFormText.propertyNotice)).not.toBeInTheDocument();
});

test('folds the spot and the delivery while they are empty', async () => {
	await open();
	await expect.element(page.getByText(adOptionsText.deliveryNames.pickup)).not.toBeVisible();
	await folded.click();
	await expect.element(option(adOptionsText.deliveryNames.pickup)).toBeVisible();
});

test('shows the options of an existing ad', async () => {
	const options = { condition: 'new', delivery: 'pickup', state: 'Lagos', lga: 'Ikeja', negotiable: 'yes' };
	await open({ ...lamp, ...options });
	await expect.element(condition).toHaveValue('new');
	await expect.element(lga).toHaveValue('Ikeja');
	await expect.element(option(adOptionsText.negotiable)).toBeChecked();
	await expect.element(option(adOptionsText.deliveryNames.pickup)).toBeVisible();
});
