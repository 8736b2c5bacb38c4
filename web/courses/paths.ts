import { brand } from '../../contract/brand.ts';

export const cataloguePath = '/learning';

export const dashboardCataloguePath = `/dashboard/learn-with-${brand.slug}`;

export const categoryParameter = 'courseCategory';
