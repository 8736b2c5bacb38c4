import { brand } from '../../contract/brand.ts';

/** The public catalogue. */
export const cataloguePath = '/learning';

/** The catalogue in the dashboard. */
export const dashboardCataloguePath = `/dashboard/learn-with-${brand.slug}`;

/** The query parameter for the category. */
export const categoryParameter = 'courseCategory';
