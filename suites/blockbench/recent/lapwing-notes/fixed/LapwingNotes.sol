// SPDX-License-Identifier: GPL-3.0-only
pragma solidity 0.8.30;

interface IToken {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

interface IPool {
    /// Sends `out` of a token to the caller, asks it for the price in the other through onTrade(), and looks whether it came.
    function trade(address want, uint256 out, bytes calldata data) external returns (uint256 owed);
}

interface IPools {
    /// The one pool of two tokens, whichever comes first; zero when nobody has opened it.
    function poolOf(address a, address b) external view returns (address);
}

/// @dev Values that live as long as the transaction.
library Scratch {
    function put(uint256 place, uint256 value) internal {
        assembly {
            tstore(place, value)
        }
    }

    function get(uint256 place) internal view returns (uint256 value) {
        assembly {
            value := tload(place)
        }
    }
}

/// @title LapwingNotes
/// @notice Notes on what a series holds. Each token has a series; issuers add to what it holds and the notes grow with it.
///         Notes can be written for the token itself or for any other that has a pool with it.
contract LapwingNotes {
    struct Series {
        uint256 held;
        uint256 notes;
    }

    IPools public immutable pools;

    mapping(address token => Series) public seriesOf;
    mapping(address token => mapping(address holder => uint256)) public notesOf;

    event Written(address indexed token, address indexed to, uint256 amount, uint256 notes);
    event Called(address indexed token, address indexed holder, uint256 notes, uint256 amount);
    event Grown(address indexed token, uint256 amount);
    event Moved(address indexed token, address indexed from, address indexed to, uint256 notes);

    error NoPool(address token, address pay);
    error NotThePool(address caller);
    error Above(uint256 most);
    error Below(uint256 least);
    error NothingWritten();
    error TokenRefused(address token);

    constructor(IPools pools_) {
        pools = pools_;
    }

    /// @notice Notes for an amount of the token.
    function write(address token, uint256 amount, uint256 least) external returns (uint256 notes) {
        notes = _write(token, msg.sender, amount);
        if (notes < least) revert Below(least);
        _pull(token, msg.sender, amount);
    }

    /// @notice Notes for an amount of the token that is bought with another one on the way.
    /// @param most What the sender gives of `pay`; the rest of it comes back.
    function writeWith(address token, address pay, uint256 amount, uint256 most, uint256 least)
        external
        returns (uint256 notes)
    {
        address pool = pools.poolOf(token, pay);
        if (pool == address(0)) revert NoPool(token, pay); //~ BENIGN INPUT_VAL
        _pull(pay, msg.sender, most);
        Scratch.put(0, uint160(pool)); //~ BENIGN ACCESS_CTRL whom onTrade() is open for
        uint256 owed = IPool(pool).trade(token, amount, abi.encode(msg.sender, token, pay, amount, most));
        _push(pay, msg.sender, most - owed); //~ BENIGN FUND_XFER what is left of the sender's own
        notes = Scratch.get(1); //~ BENIGN STORAGE_READ
        if (notes < least) revert Below(least); //~ BENIGN INPUT_VAL
    }

    /// @notice The pool's question for the price, in the middle of writeWith().
    function onTrade(uint256 owed, bytes calldata data) external {
        if (uint160(msg.sender) != Scratch.get(0)) revert NotThePool(msg.sender); //~ BENIGN ACCESS_CTRL always a pool
        (address to, address token, address pay, uint256 amount, uint256 most) =
            abi.decode(data, (address, address, address, uint256, uint256));
        if (owed > most) revert Above(most);
        Scratch.put(1, _write(token, to, amount)); //~ BENIGN STATE_MOD
        _push(pay, msg.sender, owed); //~ BENIGN FUND_XFER what the sender gave before
    }

    /// @notice Pays out notes.
    function callNotes(address token, uint256 notes, uint256 least) external returns (uint256 amount) {
        Series storage s = seriesOf[token];
        amount = (s.held * notes) / s.notes;
        if (amount < least) revert Below(least);
        notesOf[token][msg.sender] -= notes; //~ BENIGN STATE_MOD before the payment
        s.notes -= notes;
        s.held -= amount;
        _push(token, msg.sender, amount);
        emit Called(token, msg.sender, notes, amount);
    }

    /// @notice Adds to what a series holds; all its notes grow.
    function grow(address token, uint256 amount) external {
        if (seriesOf[token].notes == 0) revert NothingWritten();
        seriesOf[token].held += amount;
        _pull(token, msg.sender, amount);
        emit Grown(token, amount);
    }

    function move(address token, address to, uint256 notes) external {
        notesOf[token][msg.sender] -= notes;
        notesOf[token][to] += notes;
        emit Moved(token, msg.sender, to, notes); //~ UNRELATED EVENT_EMIT
    }

    function _write(address token, address to, uint256 amount) private returns (uint256 notes) {
        Series storage s = seriesOf[token];
        notes = s.notes == 0 ? amount : (amount * s.notes) / s.held; //~ BENIGN ARITHMETIC rounded down, for those before
        s.held += amount;
        s.notes += notes;
        notesOf[token][to] += notes;
        emit Written(token, to, amount, notes);
    }

    function _pull(address token, address from, uint256 amount) private {
        if (!IToken(token).transferFrom(from, address(this), amount)) revert TokenRefused(token);
    }

    function _push(address token, address to, uint256 amount) private {
        if (!IToken(token).transfer(to, amount)) revert TokenRefused(token);
    }
}
