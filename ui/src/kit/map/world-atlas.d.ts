// Spares the compiler the inference of a megabyte of literals.

declare module 'world-atlas/land-110m.json' {
  const atlas: import('topojson-specification').Topology<{
    land: import('topojson-specification').GeometryCollection;
  }>;
  export default atlas;
}

declare module 'world-atlas/land-50m.json' {
  const atlas: import('topojson-specification').Topology<{
    land: import('topojson-specification').GeometryCollection;
  }>;
  export default atlas;
}

declare module 'world-atlas/countries-50m.json' {
  const atlas: import('topojson-specification').Topology<{
    countries: import('topojson-specification').GeometryCollection<{ name: string }>;
  }>;
  export default atlas;
}
