export { adPath } from '../../contract/page-paths.ts';
