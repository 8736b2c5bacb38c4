import { brand } from '../../contract/brand.ts';

/** Path of the public course catalogue. */
export const cataloguePath = '/learning';

/** Path of the course catalogue in the dashboard. */
export const dashboardCataloguePath = `/dashboard/learn-with-${brand.slug}`;

/** Query parameter for the course category. */
export const categoryParameter = 'courseCategory';
