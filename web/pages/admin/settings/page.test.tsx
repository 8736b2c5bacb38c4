import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { categories } from '../../../../contract/market-settings/categories.ts';
import { settingLimits } from '../../../../contract/market-settings/market-limits.ts';
import type { MarketSettings } from '../../../../contract/market-settings/market-settings.ts';
import * as commonText from '../../../../text/shared/common.ts';
import * as settingsApiText from '../../../../text/shared/market-settings-api.ts';
import * as settingsText from '../../../../text/web/admin-settings.ts';
import * as mediaText from '../../../../text/web/media.ts';
import { findViolations } from '../../../testing/accessibility.ts';
import { logIn } from '../../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../../../testing/fake-api.ts';
import { interceptForms, makePhoto, respondWithUploadedFile, uploadHandlers } from '../../../testing/files.ts';
import { makeMarketSettings } from '../../../testing/market-settings.ts';
import { renderRoute } from '../../../testing/render.tsx';
import * as settingsPage from './page.tsx';

const region = (name: string) => page.getByRole('region', { name, exact: true });
const conflict = () => makeProblemResponse(409, { code: 'conflict', message: settingsApiText.changedMeanwhile });

async function open(settings: MarketSettings = makeMarketSettings(), handlers: Handlers = {}) {
	logIn({ role: 'admin' });
	let current = settings;
	const api = fakeApi({
		getMarketSettings: () => current,
		updateMarketSettings: ({ body: { version, ...change } }) => {
			const values = { ...current.values };
			for (const [name, value] of Object.entries(change)) {
				Object.assign(values, { [name]: value ?? current.defaults[name as keyof typeof values] });
			}
			current = { ...current, version: version + 1, values };
			return current;
		},
		...handlers,
	});
	const rendered = await renderRoute('/dashboard/admin/settings', settingsPage, { api });
	await expect.element(region(settingsText.nameTitle)).toBeVisible();
	return {
		...rendered,
		api,
		/** Replaces the settings, as another administrator's change does. */
		set: (next: MarketSettings) => {
			current = next;
		},
		lastChange: () => api.calls('updateMarketSettings').at(-1)?.body,
	};
}

function openSection(title: string) {
	const section = region(title);
	return {
		section,
		field: (label: string) => section.getByRole('textbox', { name: new RegExp(`^${label}`) }),
		button: (name: string) => section.getByRole('button', { name, exact: true }),
		save: () => section.getByRole('button', { name: commonText.save, exact: true }).click(),
	};
}

test('has no accessibility violations', async () => {
	await open(makeMarketSettings({ name: 'Sabon Gari', terms: '# Rules', hidden_categories: ['Motorcycles'] }));
	expect(await findViolations()).toEqual([]);
});

test('saves a name, and resets it to the default', async () => {
	const { lastChange } = await open();
	const { section, field, button, save } = openSection(settingsText.nameTitle);
	await field(settingsText.name).fill('Sabon Gari');
	await expect.element(section.getByText(settingsText.unsaved)).toBeVisible();
	await save();
	await expect.element(page.getByText(settingsText.saved)).toBeVisible();
	expect(lastChange()).toEqual({ version: 0, name: 'Sabon Gari', tagline: null, slug: null });
	await expect.element(section.getByText(settingsText.unsaved)).not.toBeInTheDocument();
	await button(settingsText.defaultButtonName(settingsText.name)).click();
	await save();
	await expect.poll(lastChange).toEqual({ version: 1, name: null, tagline: null, slug: null });
	await expect.element(field(settingsText.name)).toHaveValue('Kasuwa');
});

test('shows the errors of fields, and keeps the input', async () => {
	const { api } = await open();
	const { section, field, save } = openSection(settingsText.nameTitle);
	await field(settingsText.name).fill('');
	await field(settingsText.slug).fill('My Market');
	await save();
	await expect.element(section.getByText(settingsApiText.nameMissing)).toBeVisible();
	await expect.element(section.getByText(settingsApiText.slugInvalid)).toBeVisible();
	await expect.element(field(settingsText.name)).toHaveFocus();
	await field(settingsText.name).fill('x'.repeat(settingLimits.name.max + 1));
	await save();
	expect(api.calls('updateMarketSettings')).toEqual([]);
	await expect.element(field(settingsText.slug)).toHaveValue('My Market');
	expect(await findViolations()).toEqual([]);
});

test('asks before the short name in links changes', async () => {
	const { api, lastChange } = await open();
	const { field, save } = openSection(settingsText.nameTitle);
	await field(settingsText.slug).fill('sabon-gari');
	await save();
	const dialog = page.getByRole('dialog', { name: settingsText.slugQuestion });
	await expect.element(dialog.getByText(/learn-with-sabon-gari/)).toBeVisible();
	await dialog.getByRole('button', { name: commonText.cancel }).click();
	await expect.element(dialog).not.toBeInTheDocument();
	expect(api.calls('updateMarketSettings')).toEqual([]);
	await save();
	await dialog.getByRole('button', { name: settingsText.changeSlug }).click();
	await expect.poll(lastChange).toMatchObject({ slug: 'sabon-gari' });
});

test('rejects a colour that is too light to read', async () => {
	const { api, lastChange } = await open();
	const { section, field, save } = openSection(settingsText.colourTitle);
	await field(settingsText.colour).fill('#ffee00');
	await expect.element(section.getByText(settingsApiText.colourTooLight)).toBeVisible();
	await save();
	expect(api.calls('updateMarketSettings')).toEqual([]);
	await field(settingsText.colour).fill('#7a1f5c');
	await save();
	await expect.poll(lastChange).toEqual({ version: 0, colour: '#7a1f5c' });
});

test('uploads a logo, and asks before it is removed', async () => {
	const logo = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
	interceptForms((_, form) => respondWithUploadedFile(form));
	const { api } = await open(makeMarketSettings(), {
		...uploadHandlers,
		setMarketLogo: () => ({ ...makeMarketSettings({}, 1), logo }),
		removeMarketLogo: () => makeMarketSettings({}, 2),
	});
	const { section, button } = openSection(settingsText.logoTitle);
	await userEvent.upload(section.getByLabelText(settingsText.chooseLogo), new File(['text'], 'notes.txt'));
	await expect.element(section.getByRole('alert').getByText(mediaText.notAPicture('notes.txt'))).toBeVisible();
	await userEvent.upload(section.getByLabelText(settingsText.chooseLogo), await makePhoto('red'));
	await expect.element(section.getByRole('img', { name: settingsText.newLogoAlt })).toBeVisible();
	await expect.element(section.getByText(settingsText.unsaved)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await button(settingsText.useThisLogo).click();
	await expect.element(section.getByRole('img', { name: settingsText.logoAlt })).toHaveAttribute('src', logo);
	expect(api.calls('setMarketLogo')[0]?.body).toMatchObject({ version: 0, picture: {} });

	await button(settingsText.removeLogo).click();
	expect(api.calls('removeMarketLogo')).toEqual([]);
	const dialog = page.getByRole('dialog', { name: settingsText.removeLogoQuestion });
	await dialog.getByRole('button', { name: settingsText.removeLogo }).click();
	await expect.element(section.getByText(settingsText.builtInLogo)).toBeVisible();
	expect(api.calls('removeMarketLogo')[0]?.query).toEqual({ version: '1' });
});

test('saves contact data, and removes what is emptied', async () => {
	const { lastChange } = await open(makeMarketSettings({ email: 'help@market.example' }));
	const { section, field, save } = openSection(settingsText.contactTitle);
	await field(settingsText.phone).fill('12');
	await save();
	await expect.element(section.getByText(settingsApiText.phoneInvalid)).toBeVisible();
	await field(settingsText.phone).fill('0803 123 4567');
	await field(commonText.email).fill('');
	await save();
	await expect
		.poll(lastChange)
		.toEqual({ version: 0, email: null, phone: '2348031234567', whatsapp: null, address: null });
	await expect.element(field(settingsText.phone)).toHaveValue('0803 123 4567');
});

test('shows a preview of own terms without HTML, and asks before they are deleted', async () => {
	const { api, lastChange } = await open(makeMarketSettings({ terms: '# Rules\n\n<b id="injected">Be kind</b>' }));
	const { section, button } = openSection(settingsText.terms);
	await button(settingsText.preview).click();
	await expect.element(section.getByRole('heading', { name: 'Rules' })).toBeVisible();
	expect(document.getElementById('injected')).toBeNull();
	await button(settingsText.useBuiltInText).click();
	expect(api.calls('updateMarketSettings')).toEqual([]);
	const dialog = page.getByRole('dialog', { name: settingsText.builtInQuestion(settingsText.terms) });
	await dialog.getByRole('button', { name: settingsText.useBuiltInText }).click();
	await expect.poll(lastChange).toEqual({ version: 0, terms: null });
	await expect.element(section.getByText(settingsText.builtInText)).toBeVisible();
});

test('moves and hides categories by keyboard, and announces each move', async () => {
	const { lastChange } = await open();
	const { section, save } = openSection(settingsText.categoriesTitle);
	const [first, second] = categories;
	const down = section.getByRole('button', { name: settingsText.moveDown(first), exact: true });
	(down.element() as HTMLElement).focus();
	await userEvent.keyboard('{Enter}');
	await expect.element(section.getByRole('status')).toHaveTextContent(settingsText.moved(first, 2, categories.length));
	await expect.element(down).toHaveFocus();
	await userEvent.keyboard('{Enter}');
	await expect.element(section.getByRole('status')).toHaveTextContent(settingsText.moved(first, 3, categories.length));
	const shown = section.getByRole('switch', { name: settingsText.showCategory(second), exact: true });
	(shown.element() as HTMLElement).focus();
	await userEvent.keyboard(' ');
	await expect.element(shown).not.toBeChecked();
	await save();
	await expect.poll(lastChange).toEqual({
		version: 0,
		category_order: [second, categories[2], first, ...categories.slice(3)],
		hidden_categories: [second],
	});
	await section.getByRole('button', { name: settingsText.useDefault, exact: true }).click();
	await save();
	await expect.poll(lastChange).toEqual({ version: 1, category_order: null, hidden_categories: null });
});

test('rejects a limit out of its range, and sends all limits as numbers', async () => {
	const { api, lastChange } = await open();
	const { section, field, button, save } = openSection(settingsText.limitsTitle);
	await field(settingsText.uploads).fill('many');
	await save();
	await expect.element(section.getByText(settingsApiText.outOfRange(50, 5000))).toBeVisible();
	expect(api.calls('updateMarketSettings')).toEqual([]);
	await field(settingsText.uploads).fill('800');
	await save();
	await expect
		.poll(lastChange)
		.toEqual({ version: 0, limits: { ...makeMarketSettings().defaults.limits, uploads: 800 } });
	await button(settingsText.useDefaults).click();
	await save();
	await expect.poll(lastChange).toEqual({ version: 1, limits: null });
});

test('keeps the input if another administrator changed the same settings, and shows theirs', async () => {
	const { api, set, lastChange } = await open();
	const { section, field, button, save } = openSection(settingsText.nameTitle);
	await field(settingsText.name).fill('Sabon Gari');
	set(makeMarketSettings({ name: 'Wuse Market' }, 4));
	const accept = ({ body }: { body: { version: number; name?: string | null | undefined } }) =>
		body.version === 4 ? makeMarketSettings({ name: body.name ?? 'Kasuwa' }, 5) : conflict();
	api.handle({ updateMarketSettings: accept });
	await save();
	await expect.element(section.getByText(settingsText.conflictTitle)).toBeVisible();
	await expect.element(section.getByText(settingsText.theirValue(settingsText.name, 'Wuse Market'))).toBeVisible();
	await expect.element(field(settingsText.name)).toHaveValue('Sabon Gari');
	expect(await findViolations()).toEqual([]);
	await button(settingsText.useTheirs).click();
	await expect.element(field(settingsText.name)).toHaveValue('Wuse Market');
	await field(settingsText.name).fill('Sabon Gari');
	await save();
	await expect.poll(lastChange).toMatchObject({ version: 4, name: 'Sabon Gari' });
	await expect.element(page.getByText(settingsText.saved)).toBeVisible();
});

test('saves at once if another administrator changed other settings', async () => {
	const { api, set } = await open();
	const { field, save } = openSection(settingsText.nameTitle);
	await field(settingsText.name).fill('Sabon Gari');
	set(makeMarketSettings({ address: '1 Market Road' }, 4));
	api.handle({
		updateMarketSettings: ({ body }) =>
			body.version === 4 ? makeMarketSettings({ name: 'Sabon Gari', address: '1 Market Road' }, 5) : conflict(),
	});
	await save();
	await expect.element(page.getByText(settingsText.saved)).toBeVisible();
	await expect.element(openSection(settingsText.contactTitle).field(settingsText.address)).toHaveValue('1 Market Road');
});

test('asks before the page is left with unsaved settings', async () => {
	await open();
	const { field } = openSection(settingsText.nameTitle);
	const isBlocked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
	expect(isBlocked()).toBe(false);
	await field(settingsText.name).fill('Sabon Gari');
	await expect.poll(isBlocked).toBe(true);
	await openSection(settingsText.nameTitle).button(settingsText.undoChanges).click();
	await expect.poll(isBlocked).toBe(false);
});

test('offers another try if the settings fail to load', async () => {
	logIn({ role: 'admin' });
	const api = fakeApi({
		getMarketSettings: () => makeProblemResponse(500, { code: 'internal', message: 'No' }),
	});
	await renderRoute('/dashboard/admin/settings', settingsPage, { api });
	await expect.element(page.getByText(settingsText.loadFailed)).toBeVisible();
	api.handle({ getMarketSettings: () => makeMarketSettings() });
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.element(region(settingsText.nameTitle)).toBeVisible();
});
