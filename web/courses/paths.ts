import type { Brand } from '../../contract/market-settings/brand.ts';

export const cataloguePath = '/learning';

/** Path of the course catalogue in the dashboard of a market. */
export const dashboardCataloguePath = ({ slug }: Pick<Brand, 'slug'>) => `/dashboard/learn-with-${slug}`;

export const categoryParameter = 'courseCategory';
