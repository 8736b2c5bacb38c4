import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Person } from '../../../contract/accounts/accounts.ts';
import type { AdCard } from '../../../contract/ads/ads.ts';
import { adPath } from '../../../contract/core/page-paths.ts';
import { type Brand, defaultBrand } from '../../../contract/market-settings/brand.ts';
import type { Post } from '../../../contract/posts/posts.ts';
import * as adFiltersText from '../../../text/shared/ad-filters.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as validationText from '../../../text/shared/validation.ts';
import * as feedText from '../../../text/web/feed.ts';
import * as searchText from '../../../text/web/search.ts';
import { searchPath } from '../../feed/search-path.ts';
import type { SearchResults } from '../../feed/search-query.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { makeAdCard } from '../../testing/ads.ts';
import { fakeApi, type Handlers, makeDeferredHandler } from '../../testing/fake-api.ts';
import { makePerson, makePost } from '../../testing/posts.ts';
import { renderRoute } from '../../testing/render.tsx';
import { WithActor } from '../../testing/with-actor.tsx';
import * as searchPage from './page.tsx';

const field = page.getByRole('searchbox', { name: commonText.search });
const category = page.getByLabelText(commonText.category);
const maxPrice = page.getByLabelText(adFiltersText.maxPrice);
const format = page.getByLabelText(adFiltersText.format);
const order = page.getByLabelText(searchText.order);
const kinds = page.getByRole('navigation', { name: searchText.kinds });
const posts = page.getByRole('region', { name: searchText.kindNames.posts }).getByRole('article');
const people = page.getByRole('region', { name: searchText.kindNames.people });
const status = page.getByRole('status').filter({ hasText: /\d|No / });
const bag = makeAdCard(1, { title: 'Brown leather handbag' });
const belt = makeAdCard(2, { title: 'Red leather belt' });

const titles = () =>
	page
		.getByRole('heading', { level: 2 })
		.getByRole('link')
		.elements()
		.map((link) => link.textContent);

const list = <Item,>(items: Item[], next_cursor: string | null = null) => ({ items, next_cursor });

interface Matches {
	ads?: AdCard[];
	posts?: Post[];
	people?: Person[];
	words?: string[];
	more?: boolean;
}

function newResults({ ads = [], posts = [], people = [], words = [], more = false }: Matches): SearchResults {
	return { ads: list(ads), posts: list(posts, more ? 'more' : null), people: list(people), words };
}

async function open(handlers: Handlers, url = '/search', brand = defaultBrand) {
	const api = fakeApi(handlers);
	const route = {
		...searchPage,
		default: (props: Parameters<typeof searchPage.default>[0]) => (
			<WithActor>
				{/* The height of the top bar, where the page puts its field. */}
				<div style={{ paddingTop: 76 }}>
					<searchPage.default {...props} />
				</div>
			</WithActor>
		),
	};
	const rendered = await renderRoute('/search', route, { api, url, brand });
	return { api, ...rendered };
}

test('focuses the empty field, and tells what can be found', async () => {
	const { api } = await open({});
	await expect.element(page.getByRole('heading', { name: searchText.startTitle })).toBeVisible();
	await expect.element(field).toHaveFocus();
	expect(await findViolations()).toEqual([]);
	expect(api.calls('search')).toEqual([]);
});

test('searches while typing, and highlights and counts the matches', async () => {
	const { address } = await open({ search: () => newResults({ ads: [bag], words: ['leather', 'handbag'] }) });
	await userEvent.keyboard('lether hanbag');
	const link = page.getByRole('link', { name: bag.title });
	await expect.element(link).toBeVisible();
	expect([...link.element().querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['leather', 'handbag']);
	await expect.poll(address).toBe('/search?q=lether+hanbag');
	await expect.element(status).toHaveTextContent(searchText.found('ads', 1, false));
	await expect.element(field).toHaveValue('lether hanbag');
	expect(await findViolations()).toEqual([]);
});

test('suggests what to do without results', async () => {
	const { address } = await open({ search: () => newResults({}) }, '/search?q=xylophone+zeppelin');
	await expect
		.element(page.getByRole('heading', { name: searchText.nothingFoundFor('xylophone zeppelin') }))
		.toBeVisible();
	await expect.element(status).toHaveTextContent(searchText.nothingFound);
	expect(await findViolations()).toEqual([]);
	await page.getByRole('link', { name: searchText.seeTrending }).click();
	await expect.poll(address).toBe('/');
});

test('does not report missing results while the next search loads', async () => {
	const next = makeDeferredHandler<SearchResults>();
	await open({ search: ({ query }) => (query.q === 'bag' ? next.handler() : newResults({})) }, '/search?q=xyl');
	await expect.element(page.getByRole('heading', { name: searchText.nothingFoundFor('xyl') })).toBeVisible();
	await field.fill('bag');
	await expect.element(page.getByText(feedText.loading(feedText.ads))).toBeInTheDocument();
	await expect.element(page.getByText(searchText.nothingFound)).not.toBeInTheDocument();
	await expect.element(page.getByRole('heading', { name: searchText.nothingFoundFor('bag') })).not.toBeInTheDocument();
	next.resolve(newResults({ ads: [bag] }));
	await expect.poll(titles).toEqual([bag.title]);
});

test('shows the first ads, then people and posts, then the other ads', async () => {
	const ads = Array.from({ length: 14 }, (_, index) => makeAdCard(index + 1));
	await open(
		{ search: () => newResults({ ads, people: [makePerson(3, 'lamp_house')], posts: [makePost(20)] }) },
		'/search?q=lamp',
	);
	await expect.poll(titles).toEqual(ads.map(({ title }) => title));
	const isBefore = (one: Element | undefined, other: Element | undefined) =>
		one && other && one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING;
	const links = page.getByRole('heading', { level: 2 }).getByRole('link').elements();
	expect(isBefore(links[11], people.element())).toBe(true);
	expect(isBefore(people.element(), posts.element())).toBe(true);
	expect(isBefore(posts.element(), links[12])).toBe(true);
	expect(await findViolations()).toEqual([]);
});

test('searches posts for a tapped hashtag, and switches to other kinds and back', async () => {
	const tagged = (id: number) => makePost(id, { text: `Bags on offer ${id} #leatherweek` });
	const { address, goBack } = await open(
		{
			search: ({ query: { kind, q } }) => {
				if (kind === 'posts') return newResults({ posts: [1, 2, 3, 4].map(tagged) });
				if (kind === 'people') return newResults({ people: q === 'gadgets' ? [makePerson(3, 'chidi_gadgets')] : [] });
				return newResults({ posts: [1, 2].map(tagged), more: true });
			},
		},
		'/search?q=offer',
	);
	const tag = searchPath('#leatherweek', 'posts');
	const current = () => kinds.element().querySelector('[aria-current=page]')?.textContent;
	await expect.element(posts).toHaveLength(2);
	await posts.first().getByRole('link', { name: '#leatherweek' }).click();
	await expect.poll(address).toBe(tag);
	await expect.element(posts).toHaveLength(4);
	await expect.element(field).toHaveValue('#leatherweek');
	expect(current()).toBe(searchText.kindNames.posts);
	await expect.element(category).not.toBeInTheDocument();

	await kinds.getByRole('link', { name: searchText.everything }).click();
	await expect.element(posts).toHaveLength(2);
	expect(address()).toBe('/search?q=%23leatherweek');
	await page.getByRole('link', { name: searchText.seeAll.posts }).click();
	await expect.element(posts).toHaveLength(4);
	await kinds.getByRole('link', { name: searchText.kindNames.people }).click();
	await expect
		.element(page.getByRole('heading', { name: searchText.noneOfKindFor('people', '#leatherweek') }))
		.toBeVisible();
	await field.fill('gadgets');
	await expect.element(people.getByText('@chidi_gadgets')).toBeVisible();
	expect(address()).toBe('/search?q=gadgets&kind=people');
	expect(current()).toBe(searchText.kindNames.people);
	goBack();
	await expect.element(posts).toHaveLength(4);
	await expect.element(field).toHaveValue('#leatherweek');
});

const filtered = '/search?q=leather&sort=cheapest&format=image&max=50000';
const openFilters = (count: number) =>
	page.getByRole('button', { name: adFiltersText.filters(count), exact: true }).click();
const showAds = () => page.getByRole('button', { name: /^Show/ }).click();

test('keeps filters in the address, and sends prices in kobo', async () => {
	const { api, address } = await open(
		{
			search: ({ query }) =>
				newResults({ ads: query.place ? [] : query.format || query.category ? [bag] : [bag, belt] }),
			countAds: () => ({ ads: 1, options: [{ filter: 'format', value: 'image', ads: 1 }] }),
		},
		'/search?q=leather',
	);
	const lastQuery = () => api.calls('search').at(-1)?.query;
	const both = [bag.title, belt.title];
	await expect.poll(titles).toEqual(both);
	await category.selectOptions("Women's Bags");
	await expect.poll(titles).toEqual([bag.title]);
	expect(lastQuery()).toMatchObject({ q: 'leather', category: "Women's Bags" });
	await category.selectOptions('');
	await expect.poll(titles).toEqual(both);
	expect(address()).toBe('/search?q=leather');

	await openFilters(0);
	await maxPrice.fill('1.500');
	await expect.element(maxPrice).toHaveAccessibleDescription(validationText.priceUnclear('₦1,500', '₦1.50'));
	await maxPrice.fill('50k');
	await format.selectOptions('image');
	await showAds();
	await order.selectOptions('cheapest');
	await expect.poll(address).toBe(filtered);
	await expect.element(page.getByRole('button', { name: adFiltersText.filters(2), exact: true })).toBeVisible();
	await expect
		.poll(lastQuery)
		.toEqual({ q: 'leather', sort: 'cheapest', format: 'image', max_price: '5000000', limit: '24' });
	expect(await findViolations()).toEqual([]);

	await openFilters(2);
	await page.getByRole('textbox', { name: commonText.place }).fill('Nowhere at all');
	await showAds();
	await expect.element(page.getByRole('heading', { name: searchText.noAdsFor('leather') })).toBeVisible();
	await page.getByRole('link', { name: searchText.removeFilters }).click();
	await expect.poll(titles).toEqual(both);
	expect(address()).toBe('/search?q=leather');
});

test("offers the operator's categories, and keeps a hidden one that the link names", async () => {
	const brand: Brand = { ...defaultBrand, categories: ['Sportswear', 'Motorcycles'] };
	await open({ search: () => newResults({ ads: [bag] }) }, '/search?q=leather&category=Real+Estate', brand);
	await expect.poll(titles).toEqual([bag.title]);
	await expect.element(category).toHaveValue('Real Estate');
	const options = [...(category.element() as HTMLSelectElement).options].map(({ value }) => value);
	expect(options).toEqual(['', 'Sportswear', 'Motorcycles', 'Real Estate']);
});

test('fills the form from the address, on arrival and after going back', async () => {
	const { address, goBack } = await open({ search: () => newResults({ ads: [bag] }) }, filtered);
	async function expectForm() {
		await expect.poll(titles).toEqual([bag.title]);
		await expect.element(field).toHaveValue('leather');
		await expect.element(page.getByRole('link', { name: 'Remove filter Up to NGN 50,000' })).toBeVisible();
		await expect.element(page.getByRole('link', { name: 'Remove filter With photos' })).toBeVisible();
		await expect.element(order).toHaveValue('cheapest');
		expect(address()).toBe(filtered);
	}
	await expectForm();
	await page.getByRole('link', { name: bag.title }).click();
	await expect.poll(address).toBe(adPath(bag));
	goBack();
	await expectForm();
});

test('stores recent searches on the device until they are cleared', async () => {
	const { goBack, address } = await open({ search: () => newResults({ ads: [bag] }) });
	await field.fill('leather');
	await userEvent.keyboard('{Enter}');
	await page.getByRole('link', { name: bag.title }).click();
	await expect.poll(address).toBe(adPath(bag));
	goBack();
	await field.fill('');
	await page.getByRole('link', { name: 'leather', exact: true }).click();
	await expect.element(page.getByRole('link', { name: bag.title })).toBeVisible();
	await expect.element(field).toHaveValue('leather');
	await field.fill('');
	await page.getByRole('button', { name: searchText.removeRecent('leather') }).click();
	await expect.element(page.getByRole('heading', { name: searchText.startTitle })).toBeVisible();
});
