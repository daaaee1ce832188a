// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ERC721} from "@openzeppelin/contracts@5.4.0/token/ERC721/ERC721.sol";
import {EIP712} from "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts@5.4.0/utils/cryptography/SignatureChecker.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {INotes} from "../interfaces/INotes.sol";
import {IPool} from "../interfaces/IPool.sol";
import {IMintCaller} from "../interfaces/IPoolCallers.sol";
import {IPoolFactory} from "../interfaces/IPoolFactory.sol";
import {Amounts} from "../libraries/Amounts.sol";
import {Grid} from "../libraries/Grid.sol";

/**
 * @title PositionNotes
 * @notice Owns positions in pools and issues a token for each of them.
 * @dev All notes of a range are one position of the pool, so what each of them has earned is counted here.
 */
contract PositionNotes is INotes, IMintCaller, ERC721, EIP712 {
    using SafeERC20 for IERC20;

    bytes32 public constant PERMIT_TYPEHASH =
        keccak256("Permit(address spender,uint256 id,uint256 nonce,uint256 deadline)");

    uint256 private constant Q128 = 1 << 128;

    IPoolFactory public immutable factory;

    /// @notice Number of the last note
    uint256 public lastId;

    /// @notice Counts permits and transfers of a note, so that a permit is good for one owner and used once
    mapping(uint256 id => uint256) public nonceOf;

    mapping(uint256 id => Note) private _notes;

    /**
     * @notice Refuses callers who act neither for themselves nor with an approval.
     * @param id A note
     */
    modifier onlyAllowed(uint256 id) {
        _checkAuthorized(_requireOwned(id), msg.sender, id);
        _;
    }

    /**
     * @notice Refuses calls that come too late.
     * @param deadline Last time
     */
    modifier until(uint256 deadline) {
        require(block.timestamp <= deadline, "Notes: too late");
        _;
    }

    /**
     * @param factory_ The maker of the pools
     */
    constructor(IPoolFactory factory_) ERC721("Sedgemere notes", "SEDGE") EIP712("Sedgemere notes", "1") {
        factory = factory_;
    }

    /// @inheritdoc INotes
    function mint(Request calldata request)
        external
        until(request.deadline)
        returns (uint256 id, uint128 liquidity, uint256 amount0, uint256 amount1)
    {
        require(factory.isPool(request.pool), "Notes: not a pool");
        id = ++lastId;
        Note storage note = _notes[id];
        (note.pool, note.lower, note.upper) = (request.pool, request.lower, request.upper);
        (liquidity, amount0, amount1) = _add(note, request.most0, request.most1, request.least0, request.least1);
        IPool.Position memory position = _positionOf(note); //~ BENIGN STORAGE_READ after the pool has settled it
        (note.last0, note.last1) = (position.last0, position.last1);
        note.liquidity = liquidity;
        _mint(request.to, id);
        emit Increased(id, liquidity, amount0, amount1);
    }

    /// @inheritdoc INotes
    function increase(uint256 id, uint256 most0, uint256 most1, uint256 least0, uint256 least1, uint256 deadline)
        external
        until(deadline)
        returns (uint128 liquidity, uint256 amount0, uint256 amount1)
    {
        _requireOwned(id);
        Note storage note = _notes[id];
        (liquidity, amount0, amount1) = _add(note, most0, most1, least0, least1);
        _settle(note);
        note.liquidity += liquidity;
        emit Increased(id, liquidity, amount0, amount1);
    }

    /// @inheritdoc INotes
    function decrease(uint256 id, uint128 liquidity, uint256 least0, uint256 least1, uint256 deadline)
        external
        onlyAllowed(id)
        until(deadline)
        returns (uint256 amount0, uint256 amount1)
    {
        Note storage note = _notes[id];
        require(liquidity <= note.liquidity, "Notes: too much");
        (amount0, amount1) = IPool(note.pool).burn(note.lower, note.upper, liquidity);
        require(amount0 >= least0 && amount1 >= least1, "Notes: too little");
        _settle(note);
        note.liquidity -= liquidity;
        note.owed0 += uint128(amount0);
        note.owed1 += uint128(amount1);
        emit Decreased(id, liquidity, amount0, amount1);
    }

    /// @inheritdoc INotes
    function collect(uint256 id, address to, uint128 most0, uint128 most1)
        external
        onlyAllowed(id)
        returns (uint128 amount0, uint128 amount1)
    {
        Note storage note = _notes[id];
        if (note.liquidity > 0) {
            IPool(note.pool).burn(note.lower, note.upper, 0);
            _settle(note);
        }
        (amount0, amount1) = (uint128(Math.min(most0, note.owed0)), uint128(Math.min(most1, note.owed1)));
        note.owed0 -= amount0;
        note.owed1 -= amount1;
        (amount0, amount1) = IPool(note.pool).collect(to, note.lower, note.upper, amount0, amount1);
        emit FeesCollected(id, to, amount0, amount1);
    }

    /// @inheritdoc INotes
    function burn(uint256 id) external onlyAllowed(id) {
        Note storage note = _notes[id];
        require(note.liquidity == 0 && note.owed0 == 0 && note.owed1 == 0, "Notes: not empty");
        delete _notes[id];
        _burn(id);
    }

    /// @inheritdoc INotes
    function permit(address spender, uint256 id, uint256 deadline, bytes calldata signature) external until(deadline) {
        address owner = _requireOwned(id);
        bytes32 digest = _hashTypedDataV4(keccak256(abi.encode(PERMIT_TYPEHASH, spender, id, nonceOf[id]++, deadline)));
        require(SignatureChecker.isValidSignatureNow(owner, digest, signature), "Notes: bad signature");
        _approve(spender, id, owner);
    }

    /**
     * @notice Pays for liquidity. Pools call those who have called them, so that the payer is who this contract says.
     * @param amount0 Amount of the first token
     * @param amount1 Amount of the second token
     * @param data The payer
     */
    function onMint(uint256 amount0, uint256 amount1, bytes calldata data) external {
        require(factory.isPool(msg.sender), "Notes: not a pool");
        address payer = abi.decode(data, (address));
        if (amount0 > 0) IERC20(IPool(msg.sender).token0()).safeTransferFrom(payer, msg.sender, amount0);
        if (amount1 > 0) IERC20(IPool(msg.sender).token1()).safeTransferFrom(payer, msg.sender, amount1);
    }

    /// @inheritdoc INotes
    function noteOf(uint256 id) external view returns (Note memory) {
        return _notes[id];
    }

    /// @notice What owners sign
    function domainSeparator() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    /// @inheritdoc ERC721
    function transferFrom(address from, address to, uint256 id) public override(ERC721, INotes) {
        super.transferFrom(from, to, id);
    }

    /**
     * @dev Adds liquidity to the position of a note, and leaves the note as it is.
     * @param note The note
     * @param most0 Most to pay of the first token
     * @param most1 Most to pay of the second token
     * @param least0 Least to pay of the first token
     * @param least1 Least to pay of the second token
     */
    function _add(Note storage note, uint256 most0, uint256 most1, uint256 least0, uint256 least1)
        private
        returns (uint128 liquidity, uint256 amount0, uint256 amount1)
    {
        (IPool pool, int24 lower, int24 upper) = (IPool(note.pool), note.lower, note.upper);
        require(lower < upper, "Notes: bad range");
        liquidity = Amounts.liquidityFor(pool.slot().price, Grid.priceAt(lower), Grid.priceAt(upper), most0, most1);
        (amount0, amount1) = pool.mint(address(this), lower, upper, liquidity, abi.encode(msg.sender));
        require(amount0 >= least0 && amount1 >= least1, "Notes: too little");
    }

    /**
     * @dev Credits what has grown since the note was last settled, for each unit of its liquidity.
     * @param note The note
     */
    function _settle(Note storage note) private {
        IPool.Position memory position = _positionOf(note);
        unchecked {
            note.owed0 += uint128(Math.mulDiv(position.last0 - note.last0, note.liquidity, Q128));
            note.owed1 += uint128(Math.mulDiv(position.last1 - note.last1, note.liquidity, Q128));
        }
        (note.last0, note.last1) = (position.last0, position.last1);
    }

    /**
     * @dev The position of all notes with the range of this one.
     * @param note A note
     */
    function _positionOf(Note storage note) private view returns (IPool.Position memory) {
        return IPool(note.pool).positionOf(address(this), note.lower, note.upper);
    }

    /**
     * @dev Permits of a former owner end with a transfer.
     * @param to Who gets the note
     * @param id The note
     * @param auth Who transfers it
     */
    function _update(address to, uint256 id, address auth) internal override returns (address) {
        nonceOf[id]++;
        return super._update(to, id, auth);
    }
}
