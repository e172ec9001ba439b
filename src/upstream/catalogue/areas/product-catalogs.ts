import { collection, get, group } from '../language/endpoint.ts';
import { entity, rowsOf } from '../language/entity.ts';
import { id, required, text } from '../language/params.ts';

/** All catalog endpoints are in early access, and each has its own limit. */
export const early = (perQuarter: number) => ({ isEarlyAccess: true, perQuarter }) as const;

export const productCatalog = entity(
  'ProductCatalog',
  'A catalog: all products that a user sells. It belongs to a user, not to an account.',
  {
    id: id('Identifier'),
    name: text('Name of the catalog'),
  },
  { inAccount: false, goneWhenDeleted: true },
);

const ofUser = id('The user whose catalog it is; by default the viewer', { as: 'user_id' });
const name = required(text('Name of the catalog', { min: 1 }));

const ofProductCatalog = collection('product_catalogs/{product_catalog_id}', productCatalog);

export const productCatalogs = group({
  listProductCatalogs: get('product_catalogs', {
    doc: 'The product catalogs of the viewer, or of another user for whom the viewer may act; a user has at most one',
    ...early(1000),
    params: { user_id: ofUser },
    returns: rowsOf(productCatalog, { most: 1 }),
  }),
  createProductCatalog: ofProductCatalog.create({
    doc: 'Creates a product catalog; a user has at most one',
    ...early(20),
    params: { name, user_id: ofUser },
  }),
  updateProductCatalog: ofProductCatalog.update({
    doc: 'Renames a product catalog',
    ...early(20),
    params: { name },
  }),
  deleteProductCatalog: ofProductCatalog.delete({
    doc: 'Deletes a product catalog for good, with its products, sets and feeds',
    ...early(20),
  }),
});
