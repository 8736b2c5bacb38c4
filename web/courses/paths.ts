import { brand } from '../../contract/brand.ts';

/** The catalogue, which everybody sees. */
export const cataloguePath = '/learning';

/** The catalogue inside of the dashboard. */
export const dashboardCataloguePath = `/dashboard/learn-with-${brand.slug}`;

/** Name of the query parameter that keeps the chosen category. */
export const categoryParameter = 'courseCategory';
