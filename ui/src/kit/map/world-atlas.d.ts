// Spares the compiler the inference of a megabyte of literals.

declare module 'world-atlas/*.json?url' {
  const address: string;
  export default address;
}

declare module 'world-atlas/countries-50m.json' {
  const atlas: import('topojson-specification').Topology<{
    countries: import('topojson-specification').GeometryCollection<{ name: string }>;
  }>;
  export default atlas;
}
