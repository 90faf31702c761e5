interface Shape {
  /** Whether a stream is allowed besides a dictionary. */
  readonly stream?: true;
  /** Allowed values of `Subtype`; objects with others are omitted. */
  readonly subtypes?: readonly string[];
  readonly keys?: Readonly<Record<string, ShapeName>>;
  /** For entries whose names the file chooses. */
  readonly each?: ShapeName;
}

const keys = (names: string, kind: ShapeName = 'plain'): Record<string, ShapeName> =>
  Object.fromEntries(names.split(' ').map((name) => [name, kind]));

const everyEntry = (each: ShapeName): Shape => ({ each });

export type ShapeName =
  | 'plain'
  | 'content'
  | 'parameters'
  | 'resources'
  | 'fonts'
  | 'font'
  | 'fontDescriptor'
  | 'fontFile'
  | 'fontStyle'
  | 'characterCollection'
  | 'encoding'
  | 'glyphs'
  | 'xObjects'
  | 'xObject'
  | 'group'
  | 'patterns'
  | 'pattern'
  | 'shadings'
  | 'shading'
  | 'graphicsStates'
  | 'graphicsState'
  | 'softMask'
  | 'colours'
  | 'colour'
  | 'markedContents';

/**
 * What drawing a page needs, by ISO 32000-1. Everything else is omitted: actions, scripts, links, other files,
 * metadata, structure, layers. `plain` is a value or a list of values. `Subtype` is always copied.
 */
export const shapes: Readonly<Record<ShapeName, Shape>> = {
  plain: {},
  content: { stream: true },
  // 7.3.8, of streams
  parameters: {
    keys: {
      ...keys('Predictor Colors BitsPerComponent Columns EarlyChange ColorTransform'),
      ...keys('K EndOfLine EncodedByteAlign Rows EndOfBlock BlackIs1 DamagedRowsBeforeError'),
      JBIG2Globals: 'content',
    },
  },
  // 7.8.3
  resources: {
    keys: {
      ExtGState: 'graphicsStates',
      ColorSpace: 'colours',
      Pattern: 'patterns',
      Shading: 'shadings',
      XObject: 'xObjects',
      Font: 'fonts',
      Properties: 'markedContents',
      ProcSet: 'plain',
    },
  },
  // 9.5 to 9.10
  fonts: everyEntry('font'),
  font: {
    keys: {
      ...keys('BaseFont Name FirstChar LastChar Widths FontBBox FontMatrix DW W DW2 W2'),
      FontDescriptor: 'fontDescriptor',
      Encoding: 'encoding',
      ToUnicode: 'encoding',
      DescendantFonts: 'font',
      CIDSystemInfo: 'characterCollection',
      CIDToGIDMap: 'content',
      CharProcs: 'glyphs',
      Resources: 'resources',
    },
  },
  fontDescriptor: {
    keys: {
      ...keys('FontName FontFamily FontStretch FontWeight Flags FontBBox ItalicAngle Ascent Descent Leading'),
      ...keys('CapHeight XHeight StemV StemH AvgWidth MaxWidth MissingWidth CharSet'),
      ...keys('FontFile FontFile2 FontFile3', 'fontFile'),
      Style: 'fontStyle',
    },
  },
  fontFile: { stream: true, keys: keys('Length1 Length2 Length3') },
  fontStyle: { keys: keys('Panose') },
  characterCollection: { keys: keys('Registry Ordering Supplement') },
  encoding: {
    stream: true,
    keys: {
      ...keys('BaseEncoding Differences CMapName WMode'),
      CIDSystemInfo: 'characterCollection',
      UseCMap: 'encoding',
    },
  },
  glyphs: everyEntry('content'),
  // 8.9 to 8.10
  xObjects: everyEntry('xObject'),
  xObject: {
    stream: true,
    subtypes: ['Image', 'Form'],
    keys: {
      ...keys('Width Height BitsPerComponent Intent ImageMask Decode Interpolate SMaskInData Matte'),
      ...keys('FormType BBox Matrix'),
      ...keys('Mask SMask', 'xObject'),
      ColorSpace: 'colour',
      Resources: 'resources',
      Group: 'group',
    },
  },
  group: { keys: { ...keys('S I K'), CS: 'colour' } },
  // 8.7
  patterns: everyEntry('pattern'),
  pattern: {
    stream: true,
    keys: {
      ...keys('PatternType PaintType TilingType BBox XStep YStep Matrix'),
      Resources: 'resources',
      Shading: 'shading',
      ExtGState: 'graphicsState',
    },
  },
  shadings: everyEntry('shading'),
  shading: {
    stream: true,
    keys: {
      ...keys('ShadingType Background BBox AntiAlias Coords Domain Extend Matrix Decode'),
      ...keys('BitsPerCoordinate BitsPerComponent BitsPerFlag VerticesPerRow'),
      ...keys('ColorSpace Function', 'colour'),
    },
  },
  // 8.4.5, 11.6.5, without printer-dependent entries
  graphicsStates: everyEntry('graphicsState'),
  graphicsState: {
    keys: {
      ...keys('LW LC LJ ML D RI OP op OPM FL SM SA BM CA ca AIS TK'),
      Font: 'font',
      SMask: 'softMask',
    },
  },
  softMask: { keys: { ...keys('S BC'), G: 'xObject', TR: 'colour' } },
  // 8.6, with the functions of 7.10
  colours: everyEntry('colour'),
  colour: {
    stream: true,
    keys: {
      ...keys('N Range WhitePoint BlackPoint Gamma Matrix'),
      ...keys('FunctionType Domain C0 C1 Bounds Encode Decode Size BitsPerSample Order'),
      ...keys('Alternate Functions Process ColorSpace', 'colour'),
      Components: 'plain',
      Colorants: 'colours',
    },
  },
  // 14.6: page content refers to marks by name
  markedContents: everyEntry('plain'),
};
