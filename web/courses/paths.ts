import { brand } from '../../contract/market-settings/brand.ts';

export const cataloguePath = '/learning';

/** Path of the course catalogue in the dashboard. It contains the name of the market. */
export const dashboardCataloguePath = () => `/dashboard/learn-with-${brand.slug}`;

export const categoryParameter = 'courseCategory';
